import { AD_DAYS, AD_POSTS, AD_POSTS_PER_DAY } from '@drumbeat/contract/generation/generation.admin.ts';
import { DAY_MS } from '@drumbeat/contract/time.ts';
import type { Actor } from '../../../platform/actor.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { listPlannedTimes } from '../../post/post.queries.ts';
import { findOwnAccount } from '../find-own-account.ts';
import { insertJob, lockAccountJobs, selectUnsavedAds } from '../generation.store.ts';
import type { GenerationDeps, GenerationJob } from '../generation.types.ts';
import { enqueueWriting } from './enqueue-writing.ts';
import { findRunningJob } from './find-jobs.ts';
import { daysText, planSlots, slotHours } from './slots.rules.ts';

const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6];

/**
 * Starts a job that writes ad posts at the free times of the person's account (default: the selected one).
 * Returns the running or a completed but unsaved job if there is one, and null if no time is free. Throws
 * X_NOT_CONNECTED, X_ACCOUNT_NOT_FOUND, and GENERATION_NOT_ALLOWED while a calendar is being written.
 */
export async function startAds(
  deps: GenerationDeps,
  actor: Actor,
  input: { twitterAccountId?: number | undefined },
): Promise<GenerationJob | null> {
  return inTransaction(deps.db, async (tx) => {
    const account = await findOwnAccount(tx, actor.userId, input.twitterAccountId);
    if (!account?.isActive || account.needsReconnect)
      throw new AppError('X_NOT_CONNECTED', 'Connect your Twitter/X account first.');
    if (!account.niche)
      throw new AppError('GENERATION_NOT_ALLOWED', `Choose a niche for @${account.username} first.`);
    const at = deps.clock.now();
    const now = at.getTime();
    await lockAccountJobs(tx, account.id);
    const running = await findRunningJob(deps, tx, account.id);
    if (running && running.kind !== 'ads')
      throw new AppError(
        'GENERATION_NOT_ALLOWED',
        `Posts are being written for @${account.username}. Create ad posts when they are ready.`,
      );
    const former = running ?? (await selectUnsavedAds(tx, account.id, new Date(now - DAY_MS)));
    if (former) return former;
    const until = now + AD_DAYS * DAY_MS;
    const hours = slotHours(AD_POSTS_PER_DAY);
    // Ad posts do not count against the plan's posts per day.
    const perDay = Number.POSITIVE_INFINITY;
    const schedule = { hours, weekdays: EVERY_DAY, until, atMost: AD_POSTS, perDay };
    const taken = (await listPlannedTimes(tx, account.id, at, 'all')).map((time) => time.getTime());
    const slots = planSlots({ schedule, now, timeZone: actor.timeZone, taken });
    if (slots.length === 0) return null;
    const job = await insertJob(tx, {
      userId: actor.userId,
      accountId: account.id,
      kind: 'ads',
      niche: account.niche,
      isInTrial: false,
      daysText: daysText(until, now),
      slots,
      replaces: false,
      createdAt: at,
    });
    await enqueueWriting(deps, tx, job.id);
    return job;
  });
}
