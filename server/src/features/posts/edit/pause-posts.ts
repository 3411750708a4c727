import { onTheirWay } from '@drumbeat/contract/posts/posts.rules.ts';
import type { Actor } from '../../../platform/actor.ts';
import { type Db, inTransaction } from '../../../platform/database/database.ts';
import {
  findAccount,
  listAccounts,
  listEveryAccount,
  setAccountPaused,
} from '../../accounts/accounts.queries.ts';
import type { ByStaff } from '../../audit/audit.types.ts';
import { recordByStaff } from '../../audit/record-audit.ts';
import { requireNotCanceled } from '../../billing/require-not-canceled.ts';
import { holdAccount, releaseAccount, waitForOpen } from '../../publishing/lanes/hold-account.ts';
import type { HoldDeps } from '../../publishing/publishing.deps.ts';
import { findUser, lockCustomer, setPostsPaused } from '../../users/users.queries.ts';
import { type AccountIdInput, givenAccountId } from '../choose-account.ts';
import type { PostsDeps } from '../posts.deps.ts';

type Person = Pick<Actor, 'userId'>;

type Paused = { postsPaused: boolean; message: string };

/**
 * `changeId` is the audit entry of a change by staff; null for a customer's own change, or if nothing
 * changed.
 */
type Changed = Paused & { changeId: number | null };

/**
 * Pauses one account or, without `twitterAccountId`, all of the person's posts: for themselves, or for staff
 * on their behalf. Waits for a post that is being sent, and reports one that may still go out. Throws
 * X_ACCOUNT_NOT_FOUND, SUBSCRIPTION_CANCELED, NOT_FOUND.
 */
export async function pausePosts(
  deps: PostsDeps,
  actor: Person,
  input: AccountIdInput,
  by?: ByStaff,
): Promise<Changed> {
  await requireNotCanceled(deps, actor.userId, 'pausing disabled');
  const accountId = givenAccountId(input);
  const now = deps.clock.now();
  const { changeId, held } = await inTransaction(deps.db, async (tx) => {
    const user = await lockCustomer(tx, actor.userId);
    if (accountId !== undefined) {
      const account = await findAccount(tx, actor.userId, accountId);
      if (!account.postsPaused) {
        await setAccountPaused(tx, accountId, true, now);
        await holdAccount(deps, tx, accountId, 'paused');
      }
      return { changeId: null, held: [accountId] };
    }
    const ids = (await listAccounts(tx, actor.userId)).map(({ id }) => id);
    if (user.postsPaused) return { changeId: null, held: ids };
    await setPostsPaused(tx, actor.userId, true, now);
    for (const id of ids) await holdAccount(deps, tx, id, 'paused_all');
    return { changeId: await recordPause(tx, by, { userId: user.id, now, paused: true }), held: ids };
  });
  const flying = await waitForOpen(deps, held);
  const promise = flying > 0 ? 'Nothing else will go out' : 'Nothing will go out';
  return {
    postsPaused: true,
    changeId,
    message: `Posts paused.${onTheirWay(flying)} ${promise} until you resume.`,
  };
}

/**
 * Resumes posts. Those that came due meanwhile move to the next free slots; the message says how many.
 * Resuming all posts does not resume individually paused accounts.
 */
export async function unpausePosts(
  deps: PostsDeps,
  actor: Person,
  input: AccountIdInput,
  by?: ByStaff,
): Promise<Changed> {
  await requireNotCanceled(deps, actor.userId, 'pausing disabled');
  const accountId = givenAccountId(input);
  const now = deps.clock.now();
  const { moved, changeId } = await inTransaction(deps.db, async (tx) => {
    const user = await lockCustomer(tx, actor.userId);
    if (accountId !== undefined) {
      const account = await findAccount(tx, actor.userId, accountId);
      if (account.postsPaused) await setAccountPaused(tx, accountId, false, now);
      return { moved: await releaseAccount(deps, tx, accountId, 'paused'), changeId: null };
    }
    if (user.postsPaused) await setPostsPaused(tx, actor.userId, false, now);
    let count = 0;
    for (const account of await listAccounts(tx, actor.userId))
      count += await releaseAccount(deps, tx, account.id, 'paused_all');
    const change = { userId: user.id, now, paused: false, moved: count };
    return { moved: count, changeId: user.postsPaused ? await recordPause(tx, by, change) : null };
  });
  const tail =
    moved > 0
      ? ` ${moved === 1 ? '1 post' : `${moved} posts`} came due while paused and moved to the next free ${moved === 1 ? 'time' : 'times'}.`
      : '';
  return { ...(await pauseStatus(deps, actor, input)), changeId, message: `Posts resumed.${tail}` };
}

function recordPause(
  tx: Db,
  by: ByStaff | undefined,
  { userId, now, paused, moved }: { userId: number; now: Date; paused: boolean; moved?: number },
): Promise<number | null> {
  return recordByStaff(tx, by, {
    at: now,
    action: paused ? 'posts.paused_by_staff' : 'posts.resumed_by_staff',
    target: { type: 'user', id: userId },
    before: { postsPaused: !paused },
    after: { postsPaused: paused },
    details: moved ? { moved } : {},
  });
}

/** Whether posts are paused: all of the person's, or those of the named account. */
export async function pauseStatus(deps: PostsDeps, actor: Person, input: AccountIdInput): Promise<Paused> {
  const accountId = givenAccountId(input);
  const account = accountId === undefined ? undefined : await findAccount(deps.db, actor.userId, accountId);
  const user = await findUser(deps.db, actor.userId);
  const postsPaused = (user?.postsPaused ?? false) || (account?.postsPaused ?? false);
  return { postsPaused, message: postsPaused ? 'Posts are paused.' : 'Posts go out as planned.' };
}

/**
 * Holds all posts of a person whose subscription does not publish, and releases them when it does. Includes
 * disconnected accounts, so that their posts are in the right state after a reconnect. Idempotent.
 */
export async function followSubscription(
  deps: HoldDeps,
  tx: Db,
  userId: number,
  publishes: boolean,
): Promise<void> {
  for (const account of await listEveryAccount(tx, userId)) {
    if (publishes)
      await releaseAccount(deps, tx, account.id, 'subscription', 'Your subscription is active again.');
    else await holdAccount(deps, tx, account.id, 'subscription');
  }
}
