import { timeZone as timeZoneSchema } from '@drumbeat/contract/common.ts';
import { eligibilityOf } from '@drumbeat/contract/generation/generation.rules.ts';
import type { EligibilityReason } from '@drumbeat/contract/generation/generation.ts';
import { type Actor, requireVerified } from '../../../platform/actor.ts';
import { type Db, inTransaction } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { listPlannedTimes } from '../../post/post.queries.ts';
import { changeTimeZone } from '../../publishing/lanes/change-time-zone.ts';
import { type GenerationSituation, readSituation } from '../allowance/read-situation.ts';
import { findOwnAccount } from '../find-own-account.ts';
import { insertJob, lockAccountJobs } from '../generation.store.ts';
import type { GenerationAccount, GenerationDeps, GenerationJob } from '../generation.types.ts';
import { enqueueWriting } from './enqueue-writing.ts';
import { findRunningJob } from './find-jobs.ts';
import { type ScheduleChoices, scheduleFor } from './schedule.rules.ts';
import { daysText, planSlots, startOfDay } from './slots.rules.ts';

const ADS_RUN = 'Ad posts are being written for this account. Please try again in a minute.';

/**
 * What the caller asks for. The niche is not part of it: it belongs to the account, whose niche changes are
 * limited.
 */
export type GenerationRequest = ScheduleChoices & {
  timeZone?: string | undefined;
  /**
   * Replace the pending and failed posts once the new ones are saved as the schedule. No effect in a trial.
   */
  replace?: boolean;
  twitterAccountId?: number | undefined;
};

/**
 * Plans the slots and starts a job that writes a post for each; returns the account's running job if there is
 * one. A zone in the request becomes the person's. Throws EMAIL_NOT_VERIFIED, X_ACCOUNT_NOT_FOUND,
 * VALIDATION_FAILED for an unknown zone, and GENERATION_NOT_ALLOWED with a `reason` and what to do next, if
 * the eligibility check fails or the choices leave no free time (such as only a weekend, with weekends
 * skipped).
 */
export async function startGeneration(
  deps: GenerationDeps,
  actor: Actor,
  request: GenerationRequest,
): Promise<GenerationJob> {
  requireVerified(actor, 'generate posts');
  const timeZone = zoneOf(request.timeZone ?? actor.timeZone);
  // Saving and editing use the person's zone, so the slots must use it too.
  if (timeZone !== actor.timeZone) await changeTimeZone(deps, actor, { timeZone, posts: 'moments' });

  return inTransaction(deps.db, async (tx) => {
    const account = await findOwnAccount(tx, actor.userId, request.twitterAccountId);
    if (account) {
      await lockAccountJobs(tx, account.id);
      const running = await findRunningJob(deps, tx, account.id);
      if (running?.kind === 'ads') throw refusal(ADS_RUN, { reason: 'error', daysUntilNextScheduling: 0 });
      if (running) return running;
    }
    const situation = await readSituation(deps, tx, { ...actor, timeZone }, account);
    const { canSchedule, reason, message, daysUntilNextScheduling } = eligibilityOf(situation);
    if (!canSchedule || !account?.niche) throw refusal(message, { reason, daysUntilNextScheduling });
    const job = await insertJob(tx, {
      userId: actor.userId,
      accountId: account.id,
      kind: 'calendar',
      niche: account.niche,
      ...(await planFor(tx, account, situation, request, timeZone)),
      createdAt: new Date(situation.now),
    });
    await enqueueWriting(deps, tx, job.id);
    await recordAudit(tx, actor, {
      at: job.createdAt,
      action: 'generation.started',
      target: { type: 'generation_job', id: job.id },
      details: { accountId: account.id, posts: job.slots.length, replaces: job.replaces },
    });
    return job;
  });
}

function zoneOf(zone: string): string {
  const parsed = timeZoneSchema.safeParse(zone);
  if (parsed.success) return parsed.data;
  throw new AppError('VALIDATION_FAILED', 'timeZone must be an IANA time zone, such as Europe/Paris.', {
    data: { fields: { timeZone: 'must be an IANA time zone' } },
  });
}

async function planFor(
  tx: Db,
  account: GenerationAccount,
  situation: GenerationSituation,
  request: GenerationRequest,
  timeZone: string,
): Promise<Pick<GenerationJob, 'slots' | 'isInTrial' | 'daysText' | 'replaces'>> {
  const { now } = situation;
  const schedule = scheduleFor(situation, request);
  const replaces = request.replace === true && situation.trial === null;
  const taken = await listPlannedTimes(tx, account.id, startOfDay(now, timeZone), replaces ? 'kept' : 'all');
  const slots = planSlots({ schedule, now, timeZone, taken: taken.map((time) => time.getTime()) });
  if (slots.length === 0) {
    throw refusal(
      `There are no free times left for @${account.username} on these days. Choose more days, or wait for the next period.`,
      { reason: 'error', daysUntilNextScheduling: 0 },
    );
  }
  return { slots, replaces, isInTrial: situation.trial !== null, daysText: daysText(schedule.until, now) };
}

function refusal(
  message: string,
  data: { reason: EligibilityReason | null; daysUntilNextScheduling: number },
): AppError {
  return new AppError('GENERATION_NOT_ALLOWED', message, { data });
}
