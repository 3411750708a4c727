import type { Actor } from '../../../platform/actor.ts';
import { postExports } from '../../../platform/limits.ts';
import { listEveryAccount } from '../../accounts/accounts.queries.ts';
import { listEveryPost } from '../../post/post.queries.ts';
import type { PostsDeps } from '../posts.deps.ts';
import { postView } from '../posts.view.ts';
import { csvOf } from './csv.rules.ts';

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
