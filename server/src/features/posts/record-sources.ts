import type { PostSource } from '@drumbeat/contract/facts/facts.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { listSources } from '../facts/facts.queries.ts';
import { linksFor } from '../generation/gate/sources/sources.rules.ts';
import { findPost } from '../post/post.queries.ts';
import type { PostRecord } from '../post/post.types.ts';
import { postNotFound } from '../publishing/lanes/lock-lanes.ts';
import { findVoice } from '../voice/voice.queries.ts';
import type { PostsDeps } from './posts.deps.ts';
import { replaceSources, selectSources } from './posts.store.ts';

/**
 * Records the sources of posts of one account, in the transaction that saves their text. Uses the current
 * facts and feeds, not what the browser showed.
 */
export async function recordSources(
  tx: Db,
  accountId: number,
  posts: readonly Pick<PostRecord, 'id' | 'content'>[],
): Promise<void> {
  const sources = await listSources(tx, accountId);
  const language = sources.length > 0 ? ((await findVoice(tx, accountId))?.language ?? 'en') : 'en';
  const supported = posts.map(({ id, content }) => ({
    postId: id,
    sources: linksFor(content, sources, language),
  }));
  await replaceSources(tx, supported);
}

/** The sources of the person's own post. Throws POST_NOT_FOUND. */
export async function listPostSources(
  { db }: Pick<PostsDeps, 'db'>,
  { userId }: Pick<Actor, 'userId'>,
  postId: number,
): Promise<PostSource[]> {
  const post = await findPost(db, postId);
  if (post?.userId !== userId) throw postNotFound();
  return selectSources(db, postId);
}
