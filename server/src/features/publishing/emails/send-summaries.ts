import { type Db, inTransaction } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { findAccountsByIds } from '../../accounts/accounts.queries.ts';
import { queueEmail } from '../../emails/sending/queue-email.ts';
import { unsubscribeLink } from '../../users/update-email-choices.ts';
import { lockUser } from '../../users/users.queries.ts';
import type { UserRecord } from '../../users/users.types.ts';
import type { MoveDeps } from '../publishing.deps.ts';
import { summaryLines, type Week, weekOf } from './owner-emails.rules.ts';
import { selectDue, selectSummary, selectWeek, updateSummary } from './owner-emails.store.ts';

const AT_A_TIME = 200;
/** The most people per run; the next run is five minutes later. */
const MOST = 10_000;

/**
 * Emails the weekly summary to everybody for whom it is Monday morning: last week's posts and this week's
 * plan. Handles each person once a week, in a separate transaction. Returns how many emails were queued.
 */
export async function sendSummaries(deps: MoveDeps & Pick<Platform, 'log'>): Promise<number> {
  let queued = 0;
  let after: Awaited<ReturnType<typeof selectDue>>[number] | undefined;
  for (let dealtWith = 0; dealtWith < MOST; dealtWith += AT_A_TIME) {
    const due = await selectDue(deps.db, { now: deps.clock.now(), after, limit: AT_A_TIME });
    for (const { userId } of due) {
      // One person's failure must not delay the others; they are due again in the next run.
      const isQueued = await inTransaction(deps.db, (tx) => summarise(deps, tx, userId)).catch(
        (error: unknown) => deps.log.warn({ err: error, userId }, 'could not queue a weekly summary'),
      );
      if (isQueued) queued += 1;
    }
    after = due.at(-1);
    if (due.length < AT_A_TIME) break;
  }
  return queued;
}

/** Locks the person and records the week, so that neither two workers nor a crash send it twice. */
async function summarise(deps: MoveDeps, tx: Db, userId: number): Promise<boolean> {
  const now = deps.clock.now();
  const user = await lockUser(tx, userId);
  const state = await selectSummary(tx, userId);
  if (!state || state.dueAt > now) return false;
  const week = weekOf(now, user.timeZone);
  // New people get their first summary on the Monday after their first one.
  const isNews = state.week !== null && week.monday > state.week;
  await updateSummary(tx, userId, {
    dueAt: week.next,
    week: isNews ? week.monday : (state.week ?? week.monday),
  });
  const wantsIt = user.weeklySummary && user.emailVerifiedAt && !user.deletedAt;
  return isNews && week.isTime && wantsIt ? queueSummary(deps, tx, user, week) : false;
}

/** Queues nothing and returns false if there is nothing to report. */
async function queueSummary(deps: MoveDeps, tx: Db, user: UserRecord, week: Week): Promise<boolean> {
  const counts = await selectWeek(tx, user.id, week, deps.clock.now());
  if (counts.length === 0) return false;
  const accounts = await findAccountsByIds(
    tx,
    counts.map(({ accountId }) => accountId),
  );
  const names = new Map(accounts.map((account) => [account.id, account.username]));
  const sum = (pick: (each: (typeof counts)[number]) => number): string =>
    String(counts.reduce((total, each) => total + pick(each), 0));
  const list = summaryLines(
    counts.map(({ accountId, ...each }) => ({ ...each, username: names.get(accountId) ?? '' })),
  );
  await queueEmail(deps, tx, {
    userId: user.id,
    to: user.email,
    template: 'weekly_summary',
    variables: {
      out: sum(({ out }) => out),
      ahead: sum(({ ahead }) => ahead),
      list,
      link: `${deps.publicUrl}/dashboard`,
      unsubscribe: unsubscribeLink(deps, 'weekly_summary', user.id),
    },
  });
  return true;
}
