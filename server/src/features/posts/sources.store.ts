import type { PostSource } from '@drumbeat/contract/facts/facts.ts';
import { asc, eq, inArray } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { posts } from '../post/post.tables.ts';
import { postSources } from './posts.tables.ts';

const columns = {
  claim: postSources.claim,
  sourceId: postSources.sourceId,
  label: postSources.label,
  url: postSources.url,
};

/** The sources of a post, in the order of its claims. */
export function selectSources(db: Db, postId: number): Promise<PostSource[]> {
  return db
    .select(columns)
    .from(postSources)
    .where(eq(postSources.postId, postId))
    .orderBy(asc(postSources.position));
}

/** The sources of a person's posts. */
export function selectSourcesOfUser(db: Db, userId: number): Promise<(PostSource & { postId: number })[]> {
  return db
    .select({ postId: postSources.postId, ...columns })
    .from(postSources)
    .innerJoin(posts, eq(posts.id, postSources.postId))
    .where(eq(posts.userId, userId))
    .orderBy(asc(postSources.postId), asc(postSources.position));
}

/** Replaces the sources of these posts. */
export async function replaceSources(
  tx: Db,
  supported: readonly { postId: number; sources: readonly PostSource[] }[],
): Promise<void> {
  const ids = supported.map(({ postId }) => postId);
  if (ids.length > 0) await tx.delete(postSources).where(inArray(postSources.postId, ids));
  const rows = supported.flatMap(({ postId, sources }) =>
    sources.map((source, position) => ({ postId, position, ...source })),
  );
  if (rows.length > 0) await tx.insert(postSources).values(rows);
}
