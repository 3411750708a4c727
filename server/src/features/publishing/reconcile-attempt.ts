import { containsUrl } from '@drumbeat/contract/weighted-length.rules.ts';
import { crashPoint } from '../../platform/crash-points.ts';
import { XError, type XPost } from '../../providers/x/x.ts';
import type { AccountAccess } from '../accounts/accounts.types.ts';
import { findPosted } from './find-posted.ts';
import { selectAttempts } from './history.store.ts';
import { searchStart } from './matching.rules.ts';
import { postponeUnsent } from './postpone-unsent.ts';
import type { PublishingDeps } from './publishing.deps.ts';
import { absenceIsCertain, decide, retryOrFail } from './publishing.rules.ts';
import { postponeLook, selectTries } from './publishing.store.ts';
import { type AttemptIds, idsOf, type OpenAttempt, type Settlement } from './publishing.types.ts';

const LOOK_AGAIN_MS = 3_000;
const WITHOUT_ACCESS_MS = 5 * 60_000;
/** Minutes after which an attempt on a lost account is settled as unknown. */
const GIVE_UP_MINUTES = 60;

/**
 * Finds out from the account's timeline how a call without an answer ended. Found: posted, with
 * that id. Certainly absent: free for another attempt. Otherwise the attempt stays open and is looked at again.
 */
export async function reconcileAttempt(
  deps: PublishingDeps,
  attempt: OpenAttempt,
  access: AccountAccess | undefined,
): Promise<Settlement | undefined> {
  const ids = idsOf(attempt);
  const look = await lookForPost(deps, attempt, access);
  if (look === 'no access') return withoutAccess(deps, attempt, ids);
  if ('lookAt' in look) return later(deps, attempt, look.lookAt);
  crashPoint('timeline_read');

  const { found } = look;
  if (found)
    return { ...ids, outcome: 'posted', tweetId: found.tweetId, hasLink: containsUrl(attempt.content) };
  if (!absenceIsCertain(attempt, deps.clock.now())) return later(deps, attempt, soon(deps));
  return absent(deps, attempt, ids);
}

async function lookForPost(
  deps: PublishingDeps,
  attempt: OpenAttempt,
  access: AccountAccess | undefined,
): Promise<{ found: XPost | undefined } | 'no access' | { lookAt: Date }> {
  if (access?.kind === 'unavailable') return { lookAt: soon(deps) };
  if (access?.kind !== 'token') return 'no access';
  const start = searchStart(await selectAttempts(deps.db, attempt.postId), attempt);
  const maxAgeMs = deps.clock.now().getTime() - start.getTime();
  try {
    return { found: await findPosted(deps, access, { content: attempt.content, maxAgeMs }) };
  } catch (error) {
    if (!(error instanceof XError)) throw error;
    if (error.kind === 'rate_limited') return { lookAt: error.until ?? soon(deps) };
    // X does not show the timeline of a suspended account, and its answer will stay the same for long.
    if (error.kind === 'refused') return 'no access';
    if (error.kind !== 'unauthorized') return { lookAt: soon(deps) };
    const renewed = await deps.tokens.renew(attempt.accountId, access.accessToken);
    return renewed.kind === 'dead' || renewed.kind === 'gone' ? 'no access' : { lookAt: soon(deps) };
  }
}

function soon(deps: PublishingDeps): Date {
  return new Date(deps.clock.now().getTime() + LOOK_AGAIN_MS);
}

/**
 * The post is not there. A crash or a broken connection is not counted as a try: only if X itself
 * failed, the try is counted.
 */
async function absent(deps: PublishingDeps, attempt: OpenAttempt, ids: AttemptIds): Promise<Settlement> {
  if (attempt.unknownReason === null) return { ...ids, outcome: 'absent' };
  if (attempt.unknownReason !== 'duplicate' && attempt.unknownReason !== 'server_error')
    return { ...ids, ...(await postponeUnsent(deps, attempt)) };
  const decision =
    attempt.unknownReason === 'duplicate'
      ? decide({ kind: 'duplicate' }, { hadUnknownOutcome: false })
      : retryOrFail((await selectTries(deps.db, attempt)).retries, Math.random());
  if (decision.do === 'fail')
    return { ...ids, outcome: 'failed', code: decision.code, message: decision.message };
  if (decision.do !== 'retry') throw new Error(`An absent post cannot end as ${decision.do}`);
  const dueAt = new Date(deps.clock.now().getTime() + decision.delayMs);
  crashPoint('retry_planned');
  const { code, message } = decision;
  return { ...ids, outcome: 'retry', dueAt, nextNotBefore: dueAt, code, message };
}

async function withoutAccess(
  deps: PublishingDeps,
  attempt: OpenAttempt,
  ids: AttemptIds,
): Promise<Settlement | undefined> {
  const ageMinutes = (deps.clock.now().getTime() - attempt.startedAt.getTime()) / 60_000;
  if (ageMinutes < GIVE_UP_MINUTES)
    return later(deps, attempt, new Date(deps.clock.now().getTime() + WITHOUT_ACCESS_MS));
  return {
    ...ids,
    outcome: 'failed',
    code: 'OUTCOME_UNKNOWN',
    message:
      "We lost access to the account before X confirmed this post. Check your timeline, and retry only if it isn't there.",
  };
}

async function later(deps: PublishingDeps, attempt: OpenAttempt, lookAt: Date): Promise<undefined> {
  await postponeLook(deps.db, attempt, lookAt);
}
