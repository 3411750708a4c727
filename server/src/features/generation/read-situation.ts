import type { Entitlements } from '@drumbeat/contract/billing.entities.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database.ts';
import type { Cycle } from '../billing/cycle.rules.ts';
import { cycleOf } from '../billing/cycle-of.ts';
import { getBilling } from '../billing/get-billing.ts';
import { countPostsSince } from '../posts/planned-posts.ts';
import type { GenerationDeps } from './generation.deps.ts';
import type { Situation } from './generation.rules.ts';
import { countJobs } from './generation.store.ts';
import type { GenerationAccount } from './generation.types.ts';
import { trialPostsLeft } from './schedule.rules.ts';

/** All that decides on a new generation, at one instant; what start and check both look at. */
export type GenerationSituation = Situation & {
  cycle: Cycle;
  entitlements: Entitlements;
  trial: { end: number; postsSoFar: number } | null;
  expiry: number | null;
};

/** Reads it on `db`: the pool, or the transaction that is about to rely on it. */
export async function readSituation(
  deps: Pick<GenerationDeps, 'clock'>,
  db: Db,
  actor: Pick<Actor, 'userId' | 'emailVerifiedAt'>,
  account: GenerationAccount | undefined,
): Promise<GenerationSituation> {
  const now = deps.clock.now();
  const billing = await getBilling(db, now, actor.userId);
  const cycle = cycleOf(billing, account?.connectedAt ?? now, now);
  const jobs = account ? await countJobs(db, account.id, cycle) : { used: 0, finalized: false };
  const trial =
    billing.isInTrial && billing.trialStart && billing.trialEnd
      ? {
          end: billing.trialEnd.getTime(),
          postsSoFar: await countPostsSince(db, actor.userId, billing.trialStart),
        }
      : null;
  return {
    emailVerified: actor.emailVerifiedAt !== null,
    account: account ?? null,
    subscription: { status: billing.subscriptionStatus, isInTrial: billing.isInTrial },
    trialPostsLeft: trial && trialPostsLeft(trial.postsSoFar),
    scheduledThisCycle: jobs.finalized,
    generations: { used: jobs.used, limit: billing.entitlements.postGenerationLimit },
    cycleEnd: cycle.end,
    now: now.getTime(),
    cycle,
    entitlements: billing.entitlements,
    trial,
    expiry: billing.subscriptionExpiryDate?.getTime() ?? null,
  };
}
