import type { Actor } from '../../platform/actor.ts';
import { inTransaction } from '../../platform/database.ts';
import { findAccount, listAccounts, setAccountPaused } from '../accounts/accounts.queries.ts';
import { requireNotCanceled } from '../billing/require-not-canceled.ts';
import { holdAccount, releaseAccount } from '../publishing/hold-account.ts';
import { findUser, lockUser, setPostsPaused } from '../users/users.queries.ts';
import { givenAccountId } from './choose-account.ts';
import type { PostsDeps } from './posts.deps.ts';
import type { AccountIdInput } from './posts.types.ts';

type Paused = { postsPaused: boolean; message: string };

/** Holds the posts of one account or, without one, of the person. Throws X_ACCOUNT_NOT_FOUND, SUBSCRIPTION_CANCELED. */
export async function pausePosts(deps: PostsDeps, actor: Actor, input: AccountIdInput): Promise<Paused> {
  await requireNotCanceled(deps, actor.userId, 'pausing disabled');
  const accountId = givenAccountId(input);
  const now = deps.clock.now();
  await inTransaction(deps.db, async (tx) => {
    await lockUser(tx, actor.userId);
    if (accountId !== undefined) {
      await findAccount(tx, actor.userId, accountId);
      await setAccountPaused(tx, accountId, true, now);
      return holdAccount(deps, tx, accountId, 'paused');
    }
    await setPostsPaused(tx, actor.userId, true, now);
    for (const account of await listAccounts(tx, actor.userId))
      await holdAccount(deps, tx, account.id, 'paused_all');
  });
  return { postsPaused: true, message: 'Posts paused. Nothing will go out until you resume.' };
}

/**
 * Lets posts go out again; posts that came due while paused move to the next free slots, and the message says how many did.
 * Resuming all does not resume accounts that were paused one by one.
 */
export async function unpausePosts(deps: PostsDeps, actor: Actor, input: AccountIdInput): Promise<Paused> {
  await requireNotCanceled(deps, actor.userId, 'pausing disabled');
  const accountId = givenAccountId(input);
  const now = deps.clock.now();
  const moved = await inTransaction(deps.db, async (tx) => {
    await lockUser(tx, actor.userId);
    if (accountId !== undefined) {
      await findAccount(tx, actor.userId, accountId);
      await setAccountPaused(tx, accountId, false, now);
      return releaseAccount(deps, tx, accountId, 'paused');
    }
    await setPostsPaused(tx, actor.userId, false, now);
    let count = 0;
    for (const account of await listAccounts(tx, actor.userId))
      count += await releaseAccount(deps, tx, account.id, 'paused_all');
    return count;
  });
  const tail =
    moved > 0
      ? ` ${moved === 1 ? '1 post' : `${moved} posts`} came due while paused and moved to the next free ${moved === 1 ? 'time' : 'times'}.`
      : '';
  return { ...(await pauseStatus(deps, actor, input)), message: `Posts resumed.${tail}` };
}

/** Whether posts are paused: for the person, or for the account that is named. */
export async function pauseStatus(deps: PostsDeps, actor: Actor, input: AccountIdInput): Promise<Paused> {
  const accountId = givenAccountId(input);
  const account = accountId === undefined ? undefined : await findAccount(deps.db, actor.userId, accountId);
  const user = await findUser(deps.db, actor.userId);
  const postsPaused = (user?.postsPaused ?? false) || (account?.postsPaused ?? false);
  return { postsPaused, message: postsPaused ? 'Posts are paused.' : 'Posts go out as planned.' };
}
