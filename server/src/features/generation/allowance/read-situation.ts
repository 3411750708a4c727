import type { Entitlements } from '@drumbeat/contract/billing/billing.entities.ts';
import { eligibilityOf, type Situation } from '@drumbeat/contract/generation/generation.rules.ts';
import type { Eligibility } from '@drumbeat/contract/generation/generation.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { BillingState } from '../../billing/billing.types.ts';
import { type Cycle, cycleOf, daysUntil } from '../../billing/cycle.rules.ts';
import { getBilling, getBillings } from '../../billing/get-billing.ts';
import { countPostsSince, listPlannedTimes } from '../../post/post.queries.ts';
import { findOwnAccount } from '../find-own-account.ts';
import { type CountedJobs, countJobs } from '../generation.store.ts';
import type { GenerationAccount, GenerationDeps } from '../generation.types.ts';
import { hasFreeTime, trialPostsLeft } from '../jobs/schedule.rules.ts';
import { startOfDay } from '../jobs/slots.rules.ts';
import { STALE_AFTER_MS } from '../jobs/writing.rules.ts';

/**
 * All facts that decide whether a generation may start, at one instant; used by the start and the eligibility
 * check.
 */
export type GenerationSituation = Situation & {
  entitlements: Entitlements;
  trial: { end: number; postsSoFar: number } | null;
  expiry: number | null;
  /** Ms since the epoch. */
  now: number;
};

export type AccountQuota = {
  billing: BillingState;
  cycle: Cycle;
  generations: Situation['generations'];
  /** Whether one of the cycle's generations became its schedule. */
  finalized: boolean;
};

/** What a person has used of an account's generations in the current cycle. */
export async function readQuota(
  db: Db,
  now: Date,
  userId: number,
  account: Pick<GenerationAccount, 'id' | 'connectedAt'> | undefined,
): Promise<AccountQuota> {
  const billing = await getBilling(db, now, userId);
  const cycle = cycleOf(billing, account?.connectedAt ?? now, now);
  if (!account) return quotaOf(billing, cycle, undefined);
  const counted = await countJobs(db, [{ accountId: account.id, ...cycle }], staleSince(now));
  return quotaOf(billing, cycle, counted.get(account.id));
}

export type OwnedAccount = Pick<GenerationAccount, 'id' | 'connectedAt'> & { userId: number };

/** `readQuota` of several accounts, whoever owns them, in their order. */
export async function readQuotas<A extends OwnedAccount>(
  db: Db,
  now: Date,
  accounts: readonly A[],
): Promise<(AccountQuota & { account: A })[]> {
  const userIds = new Set(accounts.map(({ userId }) => userId));
  const billingOf = await getBillings(db, now, [...userIds]);
  const read = accounts.map((account) => {
    const billing = billingOf(account.userId);
    return { account, billing, cycle: cycleOf(billing, account.connectedAt, now) };
  });
  const cycles = read.map(({ account, cycle }) => ({ accountId: account.id, ...cycle }));
  const counted = await countJobs(db, cycles, staleSince(now));
  return read.map(({ account, billing, cycle }) => ({
    account,
    ...quotaOf(billing, cycle, counted.get(account.id)),
  }));
}

function quotaOf(billing: BillingState, cycle: Cycle, counted: CountedJobs | undefined): AccountQuota {
  const { used, finalized } = counted ?? { used: 0, finalized: false };
  const limit = billing.entitlements.postGenerationLimit;
  return { billing, cycle, generations: { used, limit }, finalized };
}

function staleSince(now: Date): Date {
  return new Date(now.getTime() - STALE_AFTER_MS);
}

/** Reads the situation on `db`: the pool, or the transaction that relies on it. */
export async function readSituation(
  deps: Pick<GenerationDeps, 'clock'>,
  db: Db,
  actor: Pick<Actor, 'userId' | 'emailVerifiedAt' | 'timeZone'>,
  account: GenerationAccount | undefined,
): Promise<GenerationSituation> {
  const at = deps.clock.now();
  const { billing, cycle, generations, finalized } = await readQuota(db, at, actor.userId, account);
  const { entitlements, isInTrial, trialStart, trialEnd } = billing;
  const trial =
    isInTrial && trialStart && trialEnd
      ? { end: trialEnd.getTime(), postsSoFar: await countPostsSince(db, actor.userId, trialStart) }
      : null;
  const now = at.getTime();
  const frame = { entitlements, trial, expiry: billing.subscriptionExpiryDate?.getTime() ?? null, now };
  // Outside a trial a new calendar may replace pending and failed posts, so their times count as free.
  const today = startOfDay(now, actor.timeZone);
  const taken = account ? await listPlannedTimes(db, account.id, today, trial ? 'all' : 'kept') : [];
  return {
    ...frame,
    emailVerified: actor.emailVerifiedAt !== null,
    connected: account !== undefined,
    account: account ?? null,
    subscription: { status: billing.subscriptionStatus, isInTrial },
    trialPostsLeft: trial && trialPostsLeft(trial.postsSoFar),
    scheduledThisCycle: finalized,
    generations,
    hasFreeTime: hasFreeTime(frame, { timeZone: actor.timeZone, taken }),
    daysUntilNextCycle: daysUntil(cycle.end, now),
  };
}

/** Whether the person may generate posts now for the account (default: the selected one). */
export async function checkEligibility(
  deps: GenerationDeps,
  actor: Actor,
  input: { twitterAccountId?: number | undefined },
): Promise<Eligibility> {
  const account = await findOwnAccount(deps.db, actor.userId, input.twitterAccountId);
  return eligibilityOf(await readSituation(deps, deps.db, actor, account));
}
