import { setTimeout as sleep } from 'node:timers/promises';
import { AD_POSTS } from '@drumbeat/contract/generation/generation.admin.ts';
import { isOver } from '@drumbeat/contract/generation/generation.rules.ts';
import type { Actor } from '../../../platform/actor.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { adPosts } from '../../../platform/rate-limits.ts';
import { recordChange } from '../../audit/record-audit.ts';
import type { GenerationDeps, GenerationJob } from '../../generation/generation.types.ts';
import { consumeAds } from '../../generation/jobs/consume-job.ts';
import { requireOwnJob } from '../../generation/jobs/find-jobs.ts';
import { startAds } from '../../generation/jobs/start-ads.ts';
import { listPlannedTimes, listPostsOfJob } from '../../post/post.queries.ts';
import { addPosts } from '../../publishing/lanes/schedule-posts.ts';
import { lockUser } from '../../users/users.queries.ts';
import type { PostsDeps } from '../posts.deps.ts';

/** How often to poll the job, and for how long before giving up: a browser waits 60 s. */
const LOOK_MS = 200;
const PATIENCE_MS = 50_000;

type Deps = PostsDeps & GenerationDeps & { patienceMs?: number };
type Input = { twitterAccountId?: number | undefined; reason?: string | undefined };

/**
 * Generates ad posts for the caller's own account and schedules them: two a day for ten days, at free times
 * only, so a repeat adds nothing. Concurrent calls save the result once. Throws X_NOT_CONNECTED,
 * X_ACCOUNT_NOT_FOUND, GENERATION_NOT_ALLOWED, RATE_LIMIT_EXCEEDED, PROVIDER_FAILED if the model wrote
 * nothing, and UNAVAILABLE while it is still writing.
 */
export async function createAdPosts(
  deps: Deps,
  actor: Actor,
  input: Input,
): Promise<{ createdCount: number; requestedCount: number }> {
  await deps.limits.consume(adPosts, actor.userId);
  const job = await startAds(deps, actor, input);
  const createdCount = job ? await saveAds(deps, actor, await waitFor(deps, job), input.reason) : 0;
  return { createdCount, requestedCount: AD_POSTS };
}

/** Polls until the job is over, without holding a lock or a connection. */
async function waitFor(deps: Deps, job: GenerationJob): Promise<GenerationJob> {
  const patience = deps.patienceMs ?? PATIENCE_MS;
  for (let waited = 0; waited < patience; waited += LOOK_MS) {
    const current = await requireOwnJob(deps.db, job.id, job);
    if (isOver(current)) return current;
    await sleep(LOOK_MS);
  }
  throw new AppError(
    'UNAVAILABLE',
    'The AI is still writing. Press the button again in a minute; what it has written is kept.',
    { retryAfter: 60 },
  );
}

async function saveAds(
  deps: PostsDeps,
  actor: Actor,
  job: GenerationJob,
  reason: string | undefined,
): Promise<number> {
  if (job.drafts.length === 0)
    throw new AppError('PROVIDER_FAILED', 'The AI could not write ad posts. Please try again.');
  const { accountId } = job;
  return inTransaction(deps.db, async (tx) => {
    await lockUser(tx, actor.userId);
    const { alreadyUsed, posts } = await consumeAds(deps, tx, job);
    if (alreadyUsed) return (await listPostsOfJob(tx, job.id)).length;
    const now = deps.clock.now();
    const taken = new Set((await listPlannedTimes(tx, accountId, now, 'all')).map((time) => time.getTime()));
    const free = posts.filter(({ at }) => at > now && !taken.has(at.getTime()));
    if (free.length === 0) return 0;
    await addPosts(tx, { accountId, now }, { userId: actor.userId, jobId: job.id, posts: free });
    await deps.events.notify(tx, 'posts_due', { at: Math.min(...free.map(({ at }) => at.getTime())) });
    await recordChange(tx, actor, {
      at: now,
      action: 'posts.ads_created',
      target: { type: 'x_account', id: accountId },
      before: null,
      after: { created: free.length, requested: AD_POSTS },
      reason,
    });
    return free.length;
  });
}
