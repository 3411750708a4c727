import { setImmediate } from 'node:timers/promises';
import { crashPoint } from '../../../platform/crash-points.ts';
import type { AccountAccess } from '../../accounts/accounts.types.ts';
import type { EngineDeps } from '../publishing.deps.ts';
import { MISFIRE_MINUTES, PROBE_SECONDS } from '../publishing.rules.ts';
import {
  type ClaimedLane,
  type ClaimedPost,
  idsOf,
  type OpenAttempt,
  type Settlement,
} from '../publishing.types.ts';
import { NOT_NOW, publishPost } from './publish-post.ts';
import { claimLanes, selectClaimed, takeLooks } from './publishing.store.ts';
import { reconcileAttempt } from './reconcile-attempt.ts';
import { takeProbe } from './stops.store.ts';

/** Work in progress on a lane. `settlement` resolves to undefined if the lane stays open. */
export type Work = { accountId: number; settlement: Promise<Settlement | undefined> };

/**
 * Accounts that wait for a token renewal. They make no call to X meanwhile, so they don't count against
 * concurrency.
 */
export type Renewing = Set<number>;

type Claiming = { isProbe?: boolean; renewing?: Renewing; onRenewing?: () => void };

/** Claims due posts and starts publishing them; each promise resolves with the settlement of its attempt. */
export async function claimAndPublish(
  deps: EngineDeps,
  limit: number,
  { isProbe = false, renewing = new Set(), onRenewing }: Claiming = {},
): Promise<Work[]> {
  const worker = deps.session.number();
  if (worker === undefined) return [];
  const claimedAt = deps.clock.monotonic();
  const now = deps.clock.databaseNow();
  const lanes = await claimLanes(deps.db, { worker, now, misfireMinutes: MISFIRE_MINUTES, limit, isProbe });
  if (lanes.length === 0) return [];
  crashPoint('claimed');
  deps.metrics.claims.inc(lanes.length);
  // Not awaited here: the next batch is claimed while this one's posts and tokens are read.
  const access = deps.tokens.accessFor(lanes.map((lane) => lane.accountId));
  const posts = selectClaimed(deps.db, lanes).then((rows) => {
    const found = rows.map((row) => ({ ...row, claimedAt, ...(isProbe ? { isProbe } : {}) }));
    return { byId: new Map(found.map((post) => [post.postId, post])), announced: announce(deps, found) };
  });
  async function tokenFor(accountId: number): Promise<AccountAccess | undefined> {
    const token = (await access).get(accountId);
    if (!token) return undefined;
    const known = await Promise.race([token, setImmediate('not yet' as const)]);
    if (known !== 'not yet') return known;
    renewing.add(accountId);
    onRenewing?.();
    return token.finally(() => renewing.delete(accountId));
  }
  async function publish(lane: ClaimedLane): Promise<Settlement | undefined> {
    const read = await Promise.all([posts, tokenFor(lane.accountId)]).catch((error: unknown) => {
      deps.log.error({ err: error, postId: lane.postId }, 'could not read a claimed post or its token');
    });
    if (!read) return { ...idsOf(lane), ...NOT_NOW };
    const [{ byId, announced }, token] = read;
    const post = byId.get(lane.postId);
    if (!post) return { ...idsOf(lane), outcome: 'released' };
    const settlement = await publishPost(deps, post, token);
    // Sent before the settlement, so that no stream sees `Processing` after `Posted`.
    await announced;
    return settlement;
  }
  return lanes.map((lane) => ({ accountId: lane.accountId, settlement: publish(lane) }));
}

/** While publishing is stopped: tries one post when the next try is due. Only one worker does. */
export async function probe(deps: EngineDeps): Promise<Work[]> {
  const now = deps.clock.now();
  const takenUntil = new Date(now.getTime() + PROBE_SECONDS * 1000);
  return (await takeProbe(deps.db, now, takenUntil)) ? claimAndPublish(deps, 1, { isProbe: true }) : [];
}

/** Checks timelines for posts with an unknown outcome whose next check is due. */
export async function lookForUnknown(deps: EngineDeps, limit: number): Promise<Work[]> {
  const worker = deps.session.number();
  if (worker === undefined) return [];
  const now = deps.clock.databaseNow();
  const open: OpenAttempt[] = await takeLooks(deps.db, { worker, now, limit });
  if (open.length === 0) return [];
  crashPoint('taken_over');
  const access = await deps.tokens.accessFor(open.map((attempt) => attempt.accountId));
  const look = async (attempt: OpenAttempt) =>
    reconcileAttempt(deps, attempt, await access.get(attempt.accountId));
  return open.map((attempt) => ({ accountId: attempt.accountId, settlement: look(attempt) }));
}

/** Streams show `Processing`; if this message is lost, only that interim state is missed. */
function announce(deps: EngineDeps, claimed: readonly ClaimedPost[]): Promise<void> {
  const events = claimed.map((post) => ({
    id: post.postId,
    userId: post.userId,
    status: 'Processing' as const,
    retryCount: post.retryCount,
    tweetId: null,
    errorMessage: null,
    updatedAt: new Date(Math.max(post.startedAt.getTime(), post.updatedAt.getTime())).toISOString(),
  }));
  return deps.events
    .notify(deps.db, 'post_status', events)
    .catch((error: unknown) =>
      deps.log.warn({ err: String(error) }, 'could not notify streams about claimed posts'),
    );
}
