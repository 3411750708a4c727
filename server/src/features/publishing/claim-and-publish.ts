import { crashPoint } from '../../platform/crash-points.ts';
import { publishPost } from './publish-post.ts';
import type { PublishingDeps } from './publishing.deps.ts';
import { leaseFrom, misfireBefore, PROBE_SECONDS } from './publishing.rules.ts';
import { claimDue, takeOverExpired } from './publishing.store.ts';
import type { ClaimedPost, OpenAttempt, Settlement } from './publishing.types.ts';
import { reconcileAttempt } from './reconcile-attempt.ts';
import { takeProbe } from './stop.store.ts';

type Work = Promise<Settlement | undefined>;

/** Claims due posts and starts publishing them; each promise resolves with the settlement of its attempt. */
export async function claimAndPublish(
  deps: PublishingDeps,
  workerId: string,
  limit: number,
  isProbe = false,
): Promise<Work[]> {
  const now = deps.clock.now();
  const claimed = await claimDue(deps.db, {
    workerId,
    now,
    notBefore: misfireBefore(now),
    leaseUntil: leaseFrom(now),
    limit,
    isProbe,
  });
  if (claimed.length === 0) return [];
  crashPoint('claimed');
  deps.metrics.claims.inc(claimed.length);
  const announced = announceProcessing(deps, claimed);
  // Not awaited here: the next batch is claimed while this one's tokens are read.
  const access = deps.tokens.accessFor(claimed.map((post) => post.accountId));
  return claimed.map(async (post) => {
    const settlement = await publishPost(deps, post, await (await access).get(post.accountId));
    // Sent before the settlement, so that no stream sees `Processing` after `Posted`.
    await announced;
    return settlement;
  });
}

/** While publishing is stopped for everybody: tries one post when it is time, by one worker. */
export async function probe(deps: PublishingDeps, workerId: string): Promise<Work[]> {
  const now = deps.clock.now();
  const leaseUntil = new Date(now.getTime() + PROBE_SECONDS * 1000);
  return (await takeProbe(deps.db, now, leaseUntil)) ? claimAndPublish(deps, workerId, 1, true) : [];
}

/** Takes over attempts whose worker did not settle in time and finds out what became of them. */
export async function takeOverAndReconcile(
  deps: PublishingDeps,
  workerId: string,
  limit: number,
): Promise<Work[]> {
  const now = deps.clock.now();
  const expired: OpenAttempt[] = await takeOverExpired(deps.db, {
    workerId,
    now,
    leaseUntil: leaseFrom(now),
    limit,
  });
  if (expired.length === 0) return [];
  crashPoint('taken_over');
  const access = await deps.tokens.accessFor(expired.map((attempt) => attempt.accountId));
  return expired.map(async (attempt) => reconcileAttempt(deps, attempt, await access.get(attempt.accountId)));
}

/** Streams show `Processing`; if this message is lost, only that interim state is missed. */
function announceProcessing(deps: PublishingDeps, claimed: readonly ClaimedPost[]): Promise<void> {
  const events = claimed.map((post) => ({
    id: post.postId,
    userId: post.userId,
    status: 'Processing' as const,
    retryCount: post.retryCount,
    tweetId: null,
    errorMessage: null,
    updatedAt: post.updatedAt.toISOString(),
  }));
  return deps.events
    .notify(deps.db, 'post_status', events)
    .catch((error: unknown) => deps.log.warn({ err: String(error) }, 'not announced'));
}
