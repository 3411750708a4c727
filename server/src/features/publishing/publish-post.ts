import { containsUrl } from '@drumbeat/contract/weighted-length.rules.ts';
import { crashPoint } from '../../platform/crash-points.ts';
import { inTransaction } from '../../platform/database.ts';
import type { AccountAccess } from '../accounts/accounts.types.ts';
import { holdAccount } from './hold-account.ts';
import { postponeUnsent } from './postpone-unsent.ts';
import type { PublishingDeps } from './publishing.deps.ts';
import {
  CERTAIN_AFTER_SECONDS,
  type Decision,
  decide,
  leaseFrom,
  leaseSuffices,
  spacedUntil,
} from './publishing.rules.ts';
import { extendLease, hadUnknownOutcome, markUnknown } from './publishing.store.ts';
import { type ClaimedPost, idsOf, type Settlement } from './publishing.types.ts';
import { stopPublishing } from './stop-publishing.ts';

const AUTH_EXPIRED = {
  outcome: 'failed',
  code: 'AUTH_EXPIRED',
  message: 'X no longer lets Drumbeat post for this account. Reconnect it, then retry.',
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
  const ids = idsOf(post);
  if (!access || access.kind === 'gone') return { ...ids, outcome: 'released' };
  if (access.kind === 'dead') return { ...ids, ...AUTH_EXPIRED };
  if (access.kind === 'unavailable') return conclude(deps, post, { do: 'look_again' });
  deps.metrics.publishLatenessSeconds.observe(
    Math.max(0, (deps.clock.now().getTime() - post.dueAt.getTime()) / 1000),
  );
  if (!(await holdsLease(deps, post))) return undefined;
  const first = await create(deps, post, access.accessToken);
  if (first.decision.do !== 'reauthorize') return conclude(deps, post, first.decision, first.calledAt);

  const renewed = await deps.tokens.renew(post.accountId, access.accessToken);
  if (renewed.kind === 'unavailable') return conclude(deps, post, { do: 'look_again' }, first.calledAt);
  if (renewed.kind !== 'token') return { ...ids, ...AUTH_EXPIRED, calledAt: first.calledAt };
  if (!(await holdsLease(deps, post))) return undefined;
  const second = await create(deps, post, renewed.accessToken);
  if (second.decision.do !== 'reauthorize') return conclude(deps, post, second.decision, second.calledAt);
  await deps.tokens.lose(post.accountId);
  return { ...ids, ...AUTH_EXPIRED, calledAt: second.calledAt };
}

/** One create, and what its outcome means. */
async function create(
  deps: PublishingDeps,
  post: ClaimedPost,
  accessToken: string,
): Promise<{ decision: Decision; calledAt: Date }> {
  const calledAt = deps.clock.now();
  crashPoint('calling', 40);
  const outcome = await deps.x.publishPost(accessToken, post.content);
  crashPoint('answered');
  const isAmbiguous = outcome.kind === 'duplicate';
  const hadUnknown = isAmbiguous && (await hadUnknownOutcome(deps.db, post.postId, post.attemptId));
  return { decision: decide(outcome, { hadUnknownOutcome: hadUnknown }), calledAt };
}

/**
 * Makes sure that a call which begins now ends within our lease, which renewing a token may have used up. Without the
 * lease nothing is sent, because another worker may be reading the timeline to decide whether the post is there.
 */
async function holdsLease(deps: PublishingDeps, post: ClaimedPost): Promise<boolean> {
  const now = deps.clock.now();
  if (leaseSuffices(post.leaseUntil, now)) return true;
  const { postId, attemptId, workerId } = post;
  return extendLease(deps.db, { postId, attemptId, workerId, now, leaseUntil: leaseFrom(now) });
}

/** Applies a decision's effects on the account, before the settlement, which must find the account's new state. */
async function conclude(
  deps: PublishingDeps,
  post: ClaimedPost,
  decision: Exclude<Decision, { do: 'reauthorize' }>,
  calledAt?: Date,
): Promise<Settlement | undefined> {
  const now = deps.clock.now();
  const base = {
    ...idsOf(post),
    ...(calledAt ? { calledAt } : {}),
    ...(post.isProbe ? { isProbe: true } : {}),
  };
  switch (decision.do) {
    case 'post': {
      const next = spacedUntil(post.scheduledAt, now);
      const spaced = next ? { nextNotBefore: next } : {};
      return {
        ...base,
        ...spaced,
        outcome: 'posted',
        tweetId: decision.tweetId,
        hasLink: containsUrl(post.content),
      };
    }
    case 'fail':
      return { ...base, outcome: 'failed', code: decision.code, message: decision.message };
    case 'look_again':
      return { ...base, ...(await postponeUnsent(deps, post)) };
    case 'stop':
      await stopPublishing(deps, decision.reason, post.isProbe ?? false);
      return { ...base, outcome: 'released' };
    case 'hold':
      await inTransaction(deps.db, (tx) =>
        holdAccount(deps, tx, post.accountId, 'rate_limited', decision.until),
      );
      crashPoint('held');
      return { ...base, outcome: 'released' };
    case 'reconcile': {
      const lookAt = new Date(now.getTime() + CERTAIN_AFTER_SECONDS * 1000);
      const unknown = { reason: decision.reason, calledAt: calledAt ?? now, now, lookAt };
      crashPoint('marking_unknown');
      await markUnknown(deps.db, post, unknown);
      crashPoint('marked_unknown');
      deps.log.warn(
        { postId: post.postId, reason: decision.reason },
        'outcome unknown; the timeline will tell',
      );
      return undefined;
    }
  }
}
