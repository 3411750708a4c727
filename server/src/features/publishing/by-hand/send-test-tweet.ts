import { X_RATE_LIMITED } from '@drumbeat/contract/publishing/rate-limit-codes.ts';
import { MINUTE_MS } from '@drumbeat/contract/time.ts';
import { type Actor, requireVerified } from '../../../platform/actor.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { testTweetPace, testTweets, testTweetsOfDay } from '../../../platform/rate-limits.ts';
import { OUT_OF_CREDITS } from '../../../providers/x/x.rules.ts';
import { type PublishOutcome, XError } from '../../../providers/x/x.ts';
import { findUsableAccount } from '../../accounts/accounts.queries.ts';
import type { AccountAccess } from '../../accounts/accounts.types.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { findTiers } from '../../billing/billing.queries.ts';
import { requireActive, requireNotCanceled } from '../../billing/require-not-canceled.ts';
import { recordPublished } from '../../figures/record-costs.ts';
import { recordFigures } from '../../figures/record-figures.ts';
import { findPosted } from '../engine/find-posted.ts';
import { resumePublishing, stopPublishing } from '../engine/stop-publishing.ts';
import type { PublishingDeps } from '../publishing.deps.ts';
import { figuresOfPost } from '../publishing.rules.ts';

const SHOWN_FOR_MS = 10 * MINUTE_MS;

const ALL_REFUSED =
  "X is not accepting posts right now: Drumbeat's limit there is used up, for everybody. Nothing is wrong with your account. Try again later.";

export type TestTweetDeps = Pick<Platform, 'db' | 'clock' | 'limits' | 'log' | 'events'> &
  Pick<PublishingDeps, 'x' | 'tokens'> & {
    tweetUrl(tweetId: string): string;
  };

type Token = Extract<AccountAccess, { kind: 'token' }>;

/** The text of a test tweet sent now. Pass `at` back as `shownAt` to post the same text. */
export function showTestTweet(deps: Pick<TestTweetDeps, 'clock'>): { at: string; text: string } {
  const now = deps.clock.now();
  return { at: now.toISOString(), text: testTweetText(now) };
}

/**
 * Posts a short text (as shown at `shownAt`) to the selected account, even if posts are paused. One create
 * call; a second only after a 401. If our account at X is out of credits, publishing stops for everybody;
 * it resumes once X takes a test tweet. Throws EMAIL_NOT_VERIFIED, SUBSCRIPTION_CANCELED, X_NOT_CONNECTED,
 * NO_SUBSCRIPTION, RATE_LIMIT_EXCEEDED, RATE_LIMIT, DUPLICATE_TWEET, and PROVIDER_FAILED, also if the outcome is unknown.
 */
export async function sendTestTweet(
  deps: TestTweetDeps,
  actor: Actor,
  shownAt?: Date,
): Promise<{ success: true; message: string; tweetUrl: string }> {
  requireVerified(actor, 'send a test tweet');
  const billing = await requireNotCanceled(deps, actor.userId, 'test tweet disabled');
  const account = await findUsableAccount(deps.db, actor.userId);
  if (!account) throw new AppError('X_NOT_CONNECTED', 'Please connect your Twitter/X account first.');
  requireActive(billing, 'send a test tweet');
  await deps.limits.consume(testTweetPace, actor.userId);
  await deps.limits.consume(testTweets, actor.userId);
  await deps.limits.consume(testTweetsOfDay, actor.userId);

  const startedAt = deps.clock.now();
  const text = testTweetText(momentOfTest(shownAt, startedAt));
  const whose = { userId: actor.userId, accountId: account.id };
  const { outcome, token } = await create(deps, account.id, text);
  if (outcome.kind === 'refused' && outcome.status === OUT_OF_CREDITS)
    await stopPublishing(deps, outcome.reason, false);
  const fault = testTweetFault(outcome);
  if (fault) throw new AppError(fault.code, fault.message);
  const tweetId =
    outcome.kind === 'posted'
      ? outcome.tweetId
      : await findUnconfirmed(deps, token, { ...whose, text, startedAt });
  await inTransaction(deps.db, async (tx) => {
    const tier = (await findTiers(tx, [actor.userId], startedAt)).get(actor.userId) ?? 'free';
    await recordPublished(tx, startedAt, [{ ...whose, postId: null, tier, hasLink: false }]);
    await recordFigures(tx, startedAt, figuresOfPost(tier, false));
    await resumePublishing(deps, tx, startedAt);
  });
  await recordAudit(deps.db, actor, {
    at: startedAt,
    action: 'publishing.test_tweet_sent',
    target: { type: 'x_account', id: account.id },
    details: { tweetId },
  });
  return { success: true, message: 'Test tweet posted successfully!', tweetUrl: deps.tweetUrl(tweetId) };
}

async function create(
  deps: TestTweetDeps,
  accountId: number,
  text: string,
): Promise<{ outcome: PublishOutcome; token: Token }> {
  const token = usable(await (await deps.tokens.accessFor([accountId])).get(accountId));
  const outcome = await deps.x.publishPost(token.accessToken, text);
  if (outcome.kind !== 'unauthorized') return { outcome, token };
  const renewed = usable(await deps.tokens.renew(accountId, token.accessToken));
  const second = await deps.x.publishPost(renewed.accessToken, text);
  if (second.kind === 'unauthorized') await deps.tokens.lose(accountId);
  return { outcome: second, token: renewed };
}

function usable(access: AccountAccess | undefined): Token {
  if (access?.kind === 'token') return access;
  if (access?.kind === 'unavailable')
    throw new AppError('PROVIDER_FAILED', 'X cannot be reached. Nothing was posted. Try again in a while.');
  throw new AppError('X_NOT_CONNECTED', 'X no longer lets Drumbeat post for this account. Reconnect it.');
}

/** Checks the timeline after a call without an answer. The tweet is never resent automatically. */
async function findUnconfirmed(
  deps: TestTweetDeps,
  token: Token,
  { text, startedAt, ...whose }: { userId: number; accountId: number; text: string; startedAt: Date },
): Promise<string> {
  const unclear = new AppError(
    'PROVIDER_FAILED',
    "X didn't confirm whether it was posted. Check your timeline before you try again.",
  );
  try {
    const maxAgeMs = deps.clock.now().getTime() - startedAt.getTime();
    const found = await findPosted(deps, token, { ...whose, content: text, maxAgeMs });
    if (found) return found.tweetId;
  } catch (error) {
    if (!(error instanceof XError)) throw error;
  }
  throw unclear;
}

/** The text contains the time to the second, because X refuses a text that the account posted recently. */
function testTweetText(now: Date): string {
  const second = now.toISOString().slice(0, 19).replace('T', ' ');
  return `Testing Drumbeat: this account is connected (${second} UTC).`;
}

/** The time for the text: the one that the person was shown if it is recent, else now. */
export function momentOfTest(shownAt: Date | undefined, now: Date): Date {
  const age = shownAt ? now.getTime() - shownAt.getTime() : -1;
  return shownAt && age >= 0 && age <= SHOWN_FOR_MS ? shownAt : now;
}

/** Why X refused it, with our error code; null if it was posted or the outcome is unknown. */
function testTweetFault(outcome: PublishOutcome): {
  code: typeof X_RATE_LIMITED | 'DUPLICATE_TWEET' | 'X_NOT_CONNECTED' | 'PROVIDER_FAILED';
  message: string;
} | null {
  switch (outcome.kind) {
    case 'posted':
    case 'unknown':
      return null;
    case 'rate_limited':
      return {
        code: X_RATE_LIMITED,
        message: 'You have hit the Twitter rate limit. Please try again later.',
      };
    case 'duplicate':
      return { code: 'DUPLICATE_TWEET', message: 'You cannot post the same tweet twice.' };
    case 'unauthorized':
      return {
        code: 'X_NOT_CONNECTED',
        message: 'X no longer lets Drumbeat post for this account. Reconnect it.',
      };
    case 'refused':
      if (outcome.status === OUT_OF_CREDITS) return { code: 'PROVIDER_FAILED', message: ALL_REFUSED };
      return { code: 'PROVIDER_FAILED', message: `X refused it: ${outcome.reason}` };
    case 'not_begun':
    case 'not_sent':
      return {
        code: 'PROVIDER_FAILED',
        message: 'X cannot be reached. Nothing was posted. Try again in a while.',
      };
  }
}
