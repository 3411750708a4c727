import type { UserExport } from '@drumbeat/contract/user-data.ts';
import type { Db } from '../../platform/database.ts';
import { selectEveryPost } from './posts.store.ts';
import { postView } from './posts.view.ts';
import { selectSourcesOfUser } from './sources.store.ts';

/** All of a person's posts, the oldest plan first. */
export async function exportPosts(
  db: Db,
  userId: number,
  tweetUrl: (tweetId: string) => string,
): Promise<UserExport['posts']> {
  return (await selectEveryPost(db, userId)).map((post) => postView(post, tweetUrl));
}

/** What supports the posts of a person. */
export async function exportPostSources(db: Db, userId: number): Promise<UserExport['postSources']> {
  const sources = await selectSourcesOfUser(db, userId);
  return sources.map((source) => ({ ...source, postId: String(source.postId) }));
}
