import { containsUrl } from '@drumbeat/contract/text/weighted-length.rules.ts';
import { crashPoint } from '../../../platform/crash-points.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { XError, type XPost } from '../../../providers/x/x.ts';
import type { AccountAccess } from '../../accounts/accounts.types.ts';
import { selectAttempts } from '../lanes/history.store.ts';
import { holdAccount } from '../lanes/hold-account.ts';
import type { EngineDeps } from '../publishing.deps.ts';
import { decide, lookAgainAfter, pauseForToken, retryOrFail } from '../publishing.rules.ts';
import { type AttemptIds, idsOf, type OpenAttempt, type Settlement } from '../publishing.types.ts';
import { findPosted } from './find-posted.ts';
import { pauseAfter, pauseAfterFailure } from './looks.rules.ts';
import { searchStart } from './matching.rules.ts';
import { countRetries, updateLook } from './publishing.store.ts';

const WITHOUT_ACCESS_MS = 5 * 60_000;
/** How many minutes after losing access to the account an attempt is settled as unknown. */
const GIVE_UP_MINUTES = 60;
/** Hold the account after this many attempts in a row without an answer or a post on the timeline. */
const MAX_ABSENTS = 3;
const UNANSWERED_HOLD_MS = 60 * 60_000;

/**
 * Reads the account's timeline to find out how a call without an answer ended. Found: settled as posted.
 * Certainly absent: free for another attempt. Otherwise the lane stays open and is checked again.
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

/** Reads the timeline. If X refuses the token, retries once with a renewed one. */
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
    // X does not show a suspended account's timeline, and that will not change soon.
    if (error.kind === 'refused') return 'no access';
    if (error.kind !== 'unauthorized' || isRenewed) return { lookAfterMs: again(attempt) };
    const renewed = await deps.tokens.renew(attempt.accountId, access.accessToken);
    return lookForPost(deps, attempt, renewed, true);
  }
}

/** Milliseconds until the next check after one that found nothing; capped at when absence becomes certain. */
function soon({ looks, certainInMs }: OpenAttempt): number {
  return Math.min(pauseAfter(looks), certainInMs);
}

/** Milliseconds until the next check after one without an answer. */
function again(attempt: OpenAttempt): number {
  return attempt.certainInMs > 0 ? soon(attempt) : pauseAfterFailure(attempt.looks);
}

/**
 * Settles a post that is not on the timeline. Counts as a retry only if X itself failed, not after a crash or
 * a broken connection.
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

/** Holds the account: this post repeatedly crashes workers or loses their answers, which must not go on. */
async function holdUnanswered(deps: EngineDeps, { accountId, postId, absents }: OpenAttempt): Promise<void> {
  const until = new Date(deps.clock.now().getTime() + UNANSWERED_HOLD_MS);
  await inTransaction(deps.db, (tx) => holdAccount(deps, tx, accountId, 'unanswered', until));
  deps.metrics.unanswered.inc();
  deps.log.error(
    { accountId, postId, attempts: absents + 1 },
    'consecutive publish attempts got no answer from X: account held for an hour',
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
