import type { UserExport } from '@drumbeat/contract/user-data/user-data.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { postExports } from '../../../platform/rate-limits.ts';
import { listEveryAccount } from '../../accounts/accounts.queries.ts';
import { listEveryPost } from '../../post/post.queries.ts';
import type { PostsDeps } from '../posts.deps.ts';
import { selectSourcesOfUser } from '../posts.store.ts';
import { postView } from '../posts.view.ts';
import { csvOf } from './csv.rules.ts';

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

/** All of a person's posts as CSV, soonest first, from every account and in every state. */
export async function exportCsv(deps: PostsDeps, actor: Actor): Promise<Blob> {
  await deps.limits.consume(postExports, actor.userId);
  const accounts = await listEveryAccount(deps.db, actor.userId);
  const names = new Map(accounts.map((account) => [account.id, account.username]));
  const posts = await listEveryPost(deps.db, actor.userId);
  const rows = posts.map((post) => ({
    ...postView(post, deps.tweetUrl),
    account: names.get(post.accountId) ?? '',
    error: post.errorMessage,
  }));
  return new Blob([csvOf(rows, actor.timeZone)]);
}
