import { inTransaction } from '../../platform/database.ts';
import type { AccountAccess } from '../accounts/access-token.ts';
import { holdAccount } from './hold-account.ts';
import type { PublishingDeps } from './publishing.deps.ts';
import {
  CERTAIN_AFTER_SECONDS,
  type Decision,
  decide,
  leaseFrom,
  leaseSuffices,
  retryOrFail,
  spacedUntil,
} from './publishing.rules.ts';
import { delayAccount, extendLease, hadUnknownOutcome, markUnknown } from './publishing.store.ts';
import type { ClaimedPost, Settlement } from './publishing.types.ts';

const AUTH_EXPIRED = {
  outcome: 'failed',
  code: 'AUTH_EXPIRED',
  message: 'X no longer lets us post for this account. Reconnect it, then retry.',
} as const;

/**
 * Publishes one claimed post: one create, and one more only when X said 401, which means that it did not post.
 * Returns how to settle the attempt; undefined when the outcome is unknown and the attempt stays open for `reconcile`.
 */
export async function publishPost(
  deps: PublishingDeps,
  post: ClaimedPost,
  access: AccountAccess | undefined,
): Promise<Settlement | undefined> {
  const ids = {
    attemptId: post.attemptId,
    postId: post.postId,
    userId: post.userId,
    accountId: post.accountId,
  };
  if (!access || access.kind === 'gone') return { ...ids, outcome: 'released' };
  if (access.kind === 'dead') return { ...ids, ...AUTH_EXPIRED };
  const jitter = Math.random();
  if (access.kind === 'unavailable') {
    return {
      ...ids,
      ...(await carryOut(deps, post, retryOrFail({ retryCount: post.retryCount, jitter }))),
    } as Settlement;
  }
  deps.metrics.publishLatenessSeconds.observe(
    Math.max(0, (deps.clock.now().getTime() - post.dueAt.getTime()) / 1000),
  );
  if (!(await holdsLease(deps, post))) return undefined;
  const outcome = await deps.x.publishPost(access.accessToken, post.content);
  const unknownBefore =
    outcome.kind === 'duplicate' && (await hadUnknownOutcome(deps.db, post.postId, post.attemptId));
  const decision = decide(outcome, { retryCount: post.retryCount, hadUnknownOutcome: unknownBefore, jitter });
  if (decision.do === 'reauthorize') {
    const again = await secondTry(deps, post, access.accessToken);
    if (!again) return { ...ids, ...AUTH_EXPIRED };
    if (again === 'lease lost') return undefined;
    const rest = await carryOut(deps, post, again);
    return rest && ({ ...ids, ...rest } as Settlement);
  }
  const rest = await carryOut(deps, post, decision);
  return rest && ({ ...ids, ...rest } as Settlement);
}

type Rest = { outcome: Settlement['outcome'] } & Record<string, unknown>;

/** After a 401: renews the token and creates once more. Undefined when the account's grant turns out to be dead. */
async function secondTry(
  deps: PublishingDeps,
  post: ClaimedPost,
  refused: string,
): Promise<Decision | 'lease lost' | undefined> {
  const jitter = Math.random();
  const access = await deps.tokens.renew(post.accountId, refused);
  if (access.kind === 'unavailable') return retryOrFail({ retryCount: post.retryCount, jitter });
  if (access.kind !== 'token') return undefined;
  if (!(await holdsLease(deps, post))) return 'lease lost';
  const outcome = await deps.x.publishPost(access.accessToken, post.content);
  const decision = decide(outcome, { retryCount: post.retryCount, hadUnknownOutcome: false, jitter });
  if (decision.do !== 'reauthorize') return decision;
  await deps.tokens.lose(post.accountId);
  return undefined;
}

/**
 * Makes sure that a call which begins now ends under our lease: renewing a token may have eaten it up. Without the
 * lease nothing is sent, for another worker may be reading the timeline to decide whether the post is there.
 */
async function holdsLease(deps: PublishingDeps, post: ClaimedPost): Promise<boolean> {
  const now = deps.clock.now();
  if (leaseSuffices(post.leaseUntil, now)) return true;
  const { attemptId, workerId } = post;
  return extendLease(deps.db, { attemptId, workerId, now, leaseUntil: leaseFrom(now) });
}

/** Does what a decision asks for beside the settlement, before it: a settled post must find its account's new state. */
async function carryOut(
  deps: PublishingDeps,
  post: ClaimedPost,
  decision: Decision,
): Promise<Rest | undefined> {
  const now = deps.clock.now();
  switch (decision.do) {
    case 'post': {
      const next = spacedUntil(post.scheduledAt, now);
      if (next) await delayAccount(deps.db, post.accountId, next);
      return { outcome: 'posted', tweetId: decision.tweetId };
    }
    case 'fail':
      return { outcome: 'failed', code: decision.code, message: decision.message };
    case 'retry': {
      const dueAt = new Date(now.getTime() + decision.delayMs);
      await delayAccount(deps.db, post.accountId, dueAt);
      return { outcome: 'retry', dueAt, code: decision.code, message: decision.message };
    }
    case 'hold':
      await inTransaction(deps.db, (tx) =>
        holdAccount(deps, tx, post.accountId, 'rate_limited', decision.until),
      );
      return { outcome: 'released' };
    case 'reconcile': {
      const lookAt = new Date(now.getTime() + CERTAIN_AFTER_SECONDS * 1000);
      await markUnknown(deps.db, post.attemptId, decision.reason, now, lookAt);
      deps.log.warn(
        { postId: post.postId, reason: decision.reason },
        'outcome unknown; the timeline will tell',
      );
      return undefined;
    }
    case 'reauthorize':
      return undefined;
  }
}
