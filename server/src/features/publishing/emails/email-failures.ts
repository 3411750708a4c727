import { type Db, inTransaction } from '../../../platform/database/database.ts';
import { findAccountsByIds } from '../../accounts/accounts.queries.ts';
import { queueEmail } from '../../emails/sending/queue-email.ts';
import { wallClock } from '../../post/post.rules.ts';
import { lockUser } from '../../users/users.queries.ts';
import { lockLanes } from '../lanes/lock-lanes.ts';
import { markFailuresTold } from '../lanes/mark-posts.ts';
import type { MoveDeps } from '../publishing.deps.ts';
import { failureLines, GATHER_FAILURES_MS, mayTellAgain } from './owner-emails.rules.ts';
import { insertLastTold, selectLastTold, selectUntold, selectUntoldOwners } from './owner-emails.store.ts';

const OWNERS_AT_A_TIME = 200;

/**
 * Emails people about posts that failed for good: all that they were not emailed about yet, at most once a
 * day. Returns how many people were emailed.
 */
export async function emailFailures(deps: MoveDeps): Promise<number> {
  const failedBefore = new Date(deps.clock.now().getTime() - GATHER_FAILURES_MS);
  let told = 0;
  let after = 0;
  for (;;) {
    const page = { after, failedBefore, limit: OWNERS_AT_A_TIME };
    const owners = await selectUntoldOwners(deps.db, page);
    for (const userId of owners) {
      if (await inTransaction(deps.db, (tx) => emailOwner(deps, tx, userId))) told += 1;
      after = userId;
    }
    if (owners.length < OWNERS_AT_A_TIME) return told;
  }
}

async function emailOwner(deps: MoveDeps, tx: Db, userId: number): Promise<boolean> {
  const now = deps.clock.now();
  const user = await lockUser(tx, userId);
  if (user.deletedAt || !mayTellAgain(await selectLastTold(tx, userId), now, user.timeZone)) return false;
  const accountIds = [...new Set((await selectUntold(tx, userId)).map((post) => post.accountId))];
  const lanes = new Map((await lockLanes(tx, accountIds)).map((lane) => [lane.accountId, lane]));
  // Read under the locks: posts retried or deleted meanwhile are no longer included.
  const failures = await selectUntold(tx, userId);
  if (failures.length === 0) return false;
  const accounts = await findAccountsByIds(tx, accountIds);
  const names = new Map(accounts.map((account) => [account.id, account.username]));
  for (const accountId of accountIds.sort((a, b) => a - b)) {
    const postIds = failures.filter((post) => post.accountId === accountId).map((post) => post.id);
    await markFailuresTold(tx, { accountId, now, lane: lanes.get(accountId) }, postIds);
  }
  await insertLastTold(tx, userId, now);
  const list = failureLines(
    failures.map(({ accountId, at, content, why }) => ({
      username: names.get(accountId) ?? '',
      local: wallClock(at, user.timeZone),
      content,
      why,
    })),
  );
  const variables = { count: String(failures.length), list, link: `${deps.publicUrl}/dashboard` };
  await queueEmail(deps, tx, { userId, to: user.email, template: 'posts_failed', variables });
  return true;
}
