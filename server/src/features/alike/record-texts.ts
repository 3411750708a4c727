import type { Db } from '../../platform/database/database.ts';
import { deleteDraftsOf, upsertTexts } from './alike.store.ts';
import { signatureOf } from './signature.rules.ts';
import { lookAgainAt } from './window.rules.ts';

type Post = { postId: number; content: string; at: Date };

/**
 * Records posts for similarity checks, in the transaction that writes them. `at` is when they are planned or
 * were published.
 */
export async function recordPosts(tx: Db, posts: readonly Post[], now: Date): Promise<void> {
  const texts = posts.map(({ postId, content, at }) => ({
    postId,
    ...signatureOf(content),
    lookAt: lookAgainAt(at, now),
  }));
  await upsertTexts(tx, texts);
}

/** Removes the drafts of jobs: they were saved as posts, or never will be. */
export async function withdrawDrafts(tx: Db, jobIds: readonly string[]): Promise<void> {
  if (jobIds.length > 0) await deleteDraftsOf(tx, jobIds);
}
