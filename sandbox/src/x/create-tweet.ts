import { Failure } from '../http/failure.ts';
import { billPost } from './bill.ts';
import { rememberCreate } from './creates.ts';
import { duplicateProblem, invalidRequest, notPermittedProblem } from './problems.ts';
import type { XState, XTweet, XUser } from './state.ts';
import { fitsInPost } from './text.ts';

const twitterEpochMs = 1_288_834_974_657n;

// X does not document the window; a day is long enough to catch every blind retry.
const duplicateWindowMs = 24 * 60 * 60_000;

type RecentTexts = Map<string, Map<string, number>>;

const recentByState = new WeakMap<XState, RecentTexts>();

/** Refuses a body that X would refuse; returns the text. */
export function checkTweetBody(state: XState, user: XUser, body: unknown, nowMs: number): string {
  const text = (body as { text?: unknown } | null)?.text;
  if (typeof text !== 'string' || text.trim() === '') {
    throw new Failure(400, invalidRequest('text', String(text ?? ''), 'text must not be empty'));
  }
  if (!fitsInPost(text)) throw new Failure(403, notPermittedProblem);
  const last = recentTexts(state, user.id).get(text);
  if (state.rules.duplicates && last !== undefined && nowMs - last < duplicateWindowMs) {
    rememberCreate(state, user.username, text, 'repeated');
    throw new Failure(403, duplicateProblem);
  }
  return text;
}

/** Publishes the post. From here on it is on the timeline, whatever happens to the answer. */
export function createTweet(state: XState, user: XUser, text: string, nowMs: number): XTweet {
  const recent = recentTexts(state, user.id);
  const tweet: XTweet = {
    id: nextSnowflake(state, nowMs),
    userId: user.id,
    text,
    createdAt: new Date(nowMs).toISOString(),
  };
  const timeline = state.tweets[user.id] ?? [];
  state.tweets[user.id] = timeline;
  timeline.push(tweet);
  recent.set(text, nowMs);
  rememberCreate(state, user.username, text, 'taken');
  billPost(state, text, nowMs);
  return tweet;
}

function recentTexts(state: XState, userId: string): Map<string, number> {
  const index = recentByState.get(state) ?? new Map<string, Map<string, number>>();
  recentByState.set(state, index);
  const known = index.get(userId);
  if (known) return known;
  const texts = new Map<string, number>();
  for (const tweet of state.tweets[userId] ?? []) texts.set(tweet.text, Date.parse(tweet.createdAt));
  index.set(userId, texts);
  return texts;
}

/** The next id: always ascending, with its time encoded as in X's ids. */
function nextSnowflake(state: XState, nowMs: number): string {
  const byTime = (BigInt(nowMs) - twitterEpochMs) << 22n;
  const afterLast = BigInt(state.lastId) + 1n;
  const id = (byTime > afterLast ? byTime : afterLast).toString();
  state.lastId = id;
  return id;
}
