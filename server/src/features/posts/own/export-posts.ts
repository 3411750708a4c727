import type { UserExport } from '@drumbeat/contract/user-data/user-data.ts';
import type { Db } from '../../../platform/database/database.ts';
import { listEveryPost } from '../../post/post.queries.ts';
import { postView } from '../posts.view.ts';
import { selectSourcesOfUser } from '../sources.store.ts';

/** All of a person's posts, by planned time. */
export async function exportPosts(
  db: Db,
  userId: number,
  tweetUrl: (tweetId: string) => string,
): Promise<UserExport['posts']> {
  return (await listEveryPost(db, userId)).map((post) => postView(post, tweetUrl));
}

/** The sources of a person's posts. */
export async function exportPostSources(db: Db, userId: number): Promise<UserExport['postSources']> {
  const sources = await selectSourcesOfUser(db, userId);
  return sources.map((source) => ({ ...source, postId: String(source.postId) }));
}
