import { containsUrl } from '@drumbeat/contract/weighted-length.rules.ts';
import { crashPoint } from '../../platform/crash-points.ts';
import { inTransaction } from '../../platform/database.ts';
import { XError, type XPost } from '../../providers/x/x.ts';
import type { AccountAccess } from '../accounts/accounts.types.ts';
import { findPosted } from './find-posted.ts';
import { selectAttempts } from './history.store.ts';
import { holdAccount } from './hold-account.ts';
import { pauseAfter, pauseAfterFailure } from './liveness.rules.ts';
import { searchStart } from './matching.rules.ts';
import type { EngineDeps } from './publishing.deps.ts';
import { decide, lookAgainAfter, pauseForToken, retryOrFail } from './publishing.rules.ts';
import { countRetries, updateLook } from './publishing.store.ts';
import { type AttemptIds, idsOf, type OpenAttempt, type Settlement } from './publishing.types.ts';

const WITHOUT_ACCESS_MS = 5 * 60_000;
/** Minutes after which an attempt on a lost account is settled as unknown. */
const GIVE_UP_MINUTES = 60;
/** Attempts in a row that ended without an answer and without a post, after which the account is held. */
const MAX_ABSENTS = 3;
const UNANSWERED_HOLD_MS = 60 * 60_000;

/**
 * Finds out from the account's timeline how a call without an answer ended. Found: posted, with that id, at once.
 * Certainly absent: free for another attempt. Otherwise the lane stays open and is looked at again.
 */
export async function reconcileAttempt(
  deps: EngineDeps,
  attempt: OpenAttempt,
  access: AccountAccess | undefined,
): Promise<Settlement | undefined> {
  const ids = idsOf(attempt);
  if (attempt.isPosted) return { ...ids, outcome: 'released' };
  const look = await lookForPost(deps, attempt, access);
  if (look === 'no access') return withoutAccess(deps, attempt, ids);
  if ('lookAfterMs' in look) return later(deps, attempt, look.lookAfterMs);
  crashPoint('timeline_read');

  const { found } = look;
  if (found)
    return { ...ids, outcome: 'posted', tweetId: found.tweetId, hasLink: containsUrl(attempt.content) };
  if (attempt.certainInMs > 0) return later(deps, attempt, soon(attempt));
  return absent(deps, attempt, ids);
}

/** Reads the timeline; where X refuses the token, once more with a new one. */
async function lookForPost(
  deps: EngineDeps,
  attempt: OpenAttempt,
  access: AccountAccess | undefined,
  isRenewed = false,
): Promise<{ found: XPost | undefined } | 'no access' | { lookAfterMs: number }> {
  if (access?.kind === 'unavailable') {
    const lookAfterMs = pauseForToken(again(attempt), access.until, deps.clock.now());
    return { lookAfterMs };
  }
  if (access?.kind !== 'token') return 'no access';
  const start = searchStart(await selectAttempts(deps.db, attempt.postId), attempt);
  const maxAgeMs = attempt.ageMs + attempt.startedAt.getTime() - start.getTime();
  try {
    return {
      found: await findPosted(deps, access, { ...idsOf(attempt), content: attempt.content, maxAgeMs }),
    };
  } catch (error) {
    if (!(error instanceof XError)) throw error;
    if (error.kind === 'rate_limited') {
      const until = error.until?.getTime() ?? 0;
      return { lookAfterMs: Math.max(again(attempt), until - deps.clock.now().getTime()) };
    }
    // X does not show the timeline of a suspended account, and its answer will stay the same for long.
    if (error.kind === 'refused') return 'no access';
    if (error.kind !== 'unauthorized' || isRenewed) return { lookAfterMs: again(attempt) };
    const renewed = await deps.tokens.renew(attempt.accountId, access.accessToken);
    return lookForPost(deps, attempt, renewed, true);
  }
}

/** The next look after one that found nothing: further and further apart, and when absence becomes certain. */
function soon({ looks, certainInMs }: OpenAttempt): number {
  return Math.min(pauseAfter(looks), certainInMs);
}

/** The next look after one that brought no answer. */
function again(attempt: OpenAttempt): number {
  return attempt.certainInMs > 0 ? soon(attempt) : pauseAfterFailure(attempt.looks);
}

/**
 * The post is not there. A crash or a broken connection is not counted as a try: only if X itself
 * failed, the try is counted.
 */
async function absent(deps: EngineDeps, attempt: OpenAttempt, ids: AttemptIds): Promise<Settlement> {
  if (attempt.unknownReason === null) {
    if (attempt.absents + 1 >= MAX_ABSENTS) await holdUnanswered(deps, attempt);
    return { ...ids, outcome: 'absent' };
  }
  if (attempt.unknownReason !== 'duplicate' && attempt.unknownReason !== 'server_error') {
    const now = new Date(attempt.startedAt.getTime() + attempt.ageMs);
    return { ...ids, outcome: 'not_sent', waitMs: lookAgainAfter(attempt.dueAt, now, Math.random()) };
  }
  const decision =
    attempt.unknownReason === 'duplicate'
      ? decide({ kind: 'duplicate' }, { hadUnknownOutcome: false })
      : retryOrFail(await countRetries(deps.db, attempt), Math.random());
  if (decision.do === 'fail')
    return { ...ids, outcome: 'failed', code: decision.code, message: decision.message };
  if (decision.do !== 'retry') throw new Error(`An absent post cannot end as ${decision.do}`);
  crashPoint('retry_planned');
  const { code, message, delayMs } = decision;
  return { ...ids, outcome: 'retry', waitMs: delayMs, code, message };
}

/** Something about this post kills those who send it, or keeps their answers from us: it does not go on like that. */
async function holdUnanswered(deps: EngineDeps, { accountId, postId, absents }: OpenAttempt): Promise<void> {
  const until = new Date(deps.clock.now().getTime() + UNANSWERED_HOLD_MS);
  await inTransaction(deps.db, (tx) => holdAccount(deps, tx, accountId, 'unanswered', until));
  deps.metrics.unanswered.inc();
  deps.log.error(
    { accountId, postId, attempts: absents + 1 },
    'attempts in a row ended without an answer from X: the account is held for an hour',
  );
}

async function withoutAccess(
  deps: EngineDeps,
  attempt: OpenAttempt,
  ids: AttemptIds,
): Promise<Settlement | undefined> {
  if (attempt.ageMs < GIVE_UP_MINUTES * 60_000) return later(deps, attempt, WITHOUT_ACCESS_MS);
  return {
    ...ids,
    outcome: 'failed',
    code: 'OUTCOME_UNKNOWN',
    message:
      "We lost access to the account before X confirmed this post. Check your timeline, and retry only if it isn't there.",
  };
}

async function later(deps: EngineDeps, attempt: OpenAttempt, afterMs: number): Promise<undefined> {
  await updateLook(deps.db, attempt, deps.clock.databaseNow(), afterMs);
}
