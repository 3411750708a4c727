import { containsUrl } from '@drumbeat/contract/text/weighted-length.rules.ts';
import { crashPoint } from '../../../platform/crash-points.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import type { AccountAccess } from '../../accounts/accounts.types.ts';
import { holdAccount } from '../lanes/hold-account.ts';
import type { EngineDeps } from '../publishing.deps.ts';
import { type Decision, decide, lookAgainAfter, pauseForToken, spacing } from '../publishing.rules.ts';
import { type ClaimedPost, idsOf, type Settlement } from '../publishing.types.ts';
import { certainAfter, pauseAfter } from './looks.rules.ts';
import { hadUnknownOutcome, updateUnknown } from './publishing.store.ts';
import { stopPublishing } from './stop-publishing.ts';

const AUTH_EXPIRED = {
  outcome: 'failed',
  code: 'AUTH_EXPIRED',
  message: 'X no longer lets Drumbeat post for this account. Reconnect it, then retry.',
} as const;

/**
 * Nothing was sent, for a reason local to this worker: it releases the post, with a short delay before the
 * next claim.
 */
export const NOT_NOW = { outcome: 'released', waitMs: 1_000 } as const;

/**
 * Publishes one claimed post with one create call; a second one only after a 401, which means that X did not
 * post. Returns the settlement, or undefined if the outcome is unknown and the lane stays open for
 * `reconcile`.
 */
export async function publishPost(
  deps: EngineDeps,
  post: ClaimedPost,
  access: AccountAccess | undefined,
): Promise<Settlement | undefined> {
  const ids = idsOf(post);
  if (!access || access.kind === 'gone') return { ...ids, outcome: 'released' };
  if (access.kind === 'dead') return { ...ids, ...AUTH_EXPIRED };
  if (access.kind === 'unavailable')
    return conclude(deps, post, { do: 'look_again', claimEnds: access.until });
  const late = nowFor(deps, post).getTime() - post.dueAt.getTime();
  deps.metrics.publishLatenessSeconds.observe(Math.max(0, late / 1000));
  if (!(await deps.session.mayBegin(post.worker))) return { ...ids, ...NOT_NOW };
  const first = await create(deps, post, access.accessToken);
  if (first.decision.do !== 'reauthorize') return conclude(deps, post, first.decision, first.calledAt);

  const renewed = await deps.tokens.renew(post.accountId, access.accessToken);
  if (renewed.kind === 'unavailable')
    return conclude(deps, post, { do: 'look_again', claimEnds: renewed.until }, first.calledAt);
  if (renewed.kind !== 'token') return { ...ids, ...AUTH_EXPIRED, calledAt: first.calledAt };
  if (!(await deps.session.mayBegin(post.worker))) return { ...ids, ...NOT_NOW };
  const second = await create(deps, post, renewed.accessToken);
  if (second.decision.do !== 'reauthorize') return conclude(deps, post, second.decision, second.calledAt);
  await deps.tokens.lose(post.accountId);
  return { ...ids, ...AUTH_EXPIRED, calledAt: second.calledAt };
}

/** The database's time now: when the post was claimed, plus the time measured by this process since. */
function nowFor({ clock }: EngineDeps, post: ClaimedPost): Date {
  return new Date(post.startedAt.getTime() + clock.monotonic() - post.claimedAt);
}

/** Makes one create call and decides what its outcome means. */
async function create(
  deps: EngineDeps,
  post: ClaimedPost,
  accessToken: string,
): Promise<{ decision: Decision; calledAt: Date }> {
  const calledAt = nowFor(deps, post);
  crashPoint('calling', 40);
  const outcome = await deps.x.publishPost(accessToken, post.content, () =>
    deps.session.stillMayBegin(post.worker),
  );
  crashPoint('answered');
  const hadUnknown = outcome.kind === 'duplicate' && (await hadUnknownOutcome(deps.db, post.postId));
  return { decision: decide(outcome, { hadUnknownOutcome: hadUnknown }), calledAt };
}

/**
 * Applies a decision's effects on the account. This happens before the settlement, which must see the new
 * state.
 */
async function conclude(
  deps: EngineDeps,
  post: ClaimedPost,
  decision: Exclude<Decision, { do: 'reauthorize' }>,
  calledAt?: Date,
): Promise<Settlement | undefined> {
  const base = {
    ...idsOf(post),
    ...(calledAt ? { calledAt } : {}),
    ...(post.isProbe ? { isProbe: true } : {}),
  };
  switch (decision.do) {
    case 'post': {
      const waitMs = spacing(post.dueAt, post.startedAt);
      const { tweetId } = decision;
      const spaced = waitMs === undefined ? {} : { waitMs };
      return { ...base, ...spaced, outcome: 'posted', tweetId, hasLink: containsUrl(post.content) };
    }
    case 'fail':
      return { ...base, outcome: 'failed', code: decision.code, message: decision.message };
    case 'look_again': {
      const pauseMs = lookAgainAfter(post.dueAt, nowFor(deps, post), Math.random());
      const waitMs = pauseForToken(pauseMs, decision.claimEnds, deps.clock.now());
      return { ...base, outcome: 'not_sent', waitMs };
    }
    case 'let_go':
      return { ...idsOf(post), ...NOT_NOW };
    case 'stop':
      await stopPublishing(deps, decision.reason, post.isProbe ?? false);
      return { ...base, outcome: 'released' };
    case 'hold':
      await inTransaction(deps.db, (tx) =>
        holdAccount(deps, tx, post.accountId, 'rate_limited', decision.until),
      );
      crashPoint('held');
      return { ...base, outcome: 'released' };
    case 'reconcile':
      crashPoint('marking_unknown');
      await updateUnknown(deps.db, post, {
        reason: decision.reason,
        calledAt: calledAt ?? post.startedAt,
        now: deps.clock.databaseNow(),
        certainAfterSeconds: certainAfter(decision.reason),
        lookAfterMs: pauseAfter(0),
      });
      crashPoint('marked_unknown');
      deps.log.warn(
        { postId: post.postId, reason: decision.reason },
        'publish outcome unknown; will check the timeline on X',
      );
      return undefined;
  }
}
