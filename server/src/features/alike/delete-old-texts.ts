import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database.ts';
import { listPostsByIds } from '../posts/posts.queries.ts';
import { deleteTexts, selectToLookAt, updateLookAt } from './alike.store.ts';
import { counts, lookAgainAt } from './window.rules.ts';

const BATCH = 200;

/** Forgets posts that nothing is compared with any more; those that count by now at another time are looked at later. */
export async function deleteOldTexts({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const now = clock.now();
  for (;;) {
    const texts = await selectToLookAt(db, now, BATCH);
    if (texts.length === 0) return;
    const postIds = texts.flatMap(({ postId }) => postId ?? []);
    const posts = new Map((await listPostsByIds(db, postIds)).map((post) => [post.id, post]));
    const over: number[] = [];
    for (const { id, postId } of texts) {
      const post = postId === null ? undefined : posts.get(postId);
      if (post && counts(post, now)) await updateLookAt(db, id, lookAgainAt(post, now));
      else over.push(id);
    }
    if (over.length > 0) await deleteTexts(db, over);
  }
}
