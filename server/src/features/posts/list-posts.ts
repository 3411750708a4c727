import type { Actor } from '../../platform/actor.ts';
import { findAccount } from '../accounts/accounts.queries.ts';
import { givenAccountId } from './choose-account.ts';
import type { PostsDeps } from './posts.deps.ts';
import { selectPosts } from './posts.store.ts';
import type { AccountIdInput, PostRecord } from './posts.types.ts';

/** The person's posts, of one account or of all. Throws X_ACCOUNT_NOT_FOUND for another's account. */
export async function listPosts(deps: PostsDeps, actor: Actor, input: AccountIdInput): Promise<PostRecord[]> {
  const accountId = givenAccountId(input);
  if (accountId !== undefined) await findAccount(deps.db, actor.userId, accountId);
  return selectPosts(deps.db, actor.userId, accountId);
}
