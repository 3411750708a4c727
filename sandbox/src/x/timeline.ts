import { Failure } from '../http/failure.ts';
import { invalidRequest } from './problems.ts';
import type { XState, XTweet } from './state.ts';
import { showTweet } from './text.ts';

export interface TimelineReply {
  data?: Record<string, unknown>[];
  meta: { result_count: number; newest_id?: string; oldest_id?: string; next_token?: string };
}

const mostReachable = 3200;

/** A page of someone's posts, newest first, filtered by the query. */
export function readTimeline(
  state: XState,
  userId: string,
  query: URLSearchParams,
  nowMs: number,
): TimelineReply {
  const size = readSize(query);
  const offset = readOffset(query);
  const wanted = filterTimeline(state, userId, query, nowMs);
  const page = wanted.slice(offset, offset + size);
  if (page.length === 0) return { meta: { result_count: 0 } };
  const meta: TimelineReply['meta'] = {
    result_count: page.length,
    newest_id: page[0]?.id ?? '',
    oldest_id: page.at(-1)?.id ?? '',
  };
  if (offset + size < wanted.length) meta.next_token = Buffer.from(`p${offset + size}`).toString('base64url');
  const fields = new Set((query.get('tweet.fields') ?? query.get('post.fields') ?? '').split(','));
  return { data: page.map((tweet) => tweetView(tweet, fields)), meta };
}

/** One post with the requested fields; id and text are always included. */
function tweetView(tweet: XTweet, fields: ReadonlySet<string>): Record<string, unknown> {
  const { text, urls } = showTweet(tweet);
  const view: Record<string, unknown> = {
    id: tweet.id,
    text,
    edit_history_tweet_ids: [tweet.id],
  };
  if (fields.has('created_at')) view.created_at = wholeSecond(tweet.createdAt);
  if (fields.has('author_id')) view.author_id = tweet.userId;
  if (fields.has('conversation_id')) view.conversation_id = tweet.id;
  if (fields.has('entities') && urls.length > 0) view.entities = { urls };
  if (fields.has('lang')) view.lang = 'en';
  if (fields.has('public_metrics')) view.public_metrics = noMetrics;
  return view;
}

const noMetrics = {
  repost_count: 0,
  reply_count: 0,
  like_count: 0,
  quote_count: 0,
  bookmark_count: 0,
  impression_count: 0,
};

function filterTimeline(state: XState, userId: string, query: URLSearchParams, nowMs: number): XTweet[] {
  const since = readId(query, 'since_id') ?? 0n;
  const until = readId(query, 'until_id');
  const start = readTime(query, 'start_time') ?? 0;
  const end = readTime(query, 'end_time') ?? Number.POSITIVE_INFINITY;
  const noReplies = readExcluded(query).includes('replies');
  const visibleUntil = nowMs - state.timelineLagMs;
  const isHidden = (tweet: XTweet): boolean =>
    Date.parse(tweet.createdAt) > visibleUntil ||
    secondOf(tweet) >= end ||
    (noReplies && isReply(tweet)) ||
    (until !== null && BigInt(tweet.id) >= until);
  const found: XTweet[] = [];
  for (const tweet of (state.tweets[userId] ?? []).slice(-mostReachable).reverse()) {
    if (secondOf(tweet) < start || BigInt(tweet.id) <= since) break;
    if (!isHidden(tweet)) found.push(tweet);
  }
  return found;
}

/** A text that begins with a name. People of the sandbox write no other replies, and repost nothing. */
function isReply({ text }: XTweet): boolean {
  return /^[@\uff20]/.test(text.trimStart());
}

function readExcluded(query: URLSearchParams): string[] {
  const text = query.get('exclude');
  if (text === null) return [];
  const kinds = text.split(',');
  if (kinds.every((kind, at) => ['replies', 'retweets'].includes(kind) && kinds.indexOf(kind) === at))
    return kinds;
  throw bad('exclude', text, `The \`exclude\` query parameter value [${text}] is not valid`);
}

function secondOf(tweet: XTweet): number {
  return Math.floor(Date.parse(tweet.createdAt) / 1000) * 1000;
}

function wholeSecond(iso: string): string {
  return `${iso.slice(0, 19)}.000Z`;
}

function readSize(query: URLSearchParams): number {
  const text = query.get('max_results') ?? '10';
  const size = Number(text);
  if (Number.isInteger(size) && size >= 5 && size <= 100) return size;
  throw bad(
    'max_results',
    text,
    `The \`max_results\` query parameter value [${text}] is not between 5 and 100`,
  );
}

function readOffset(query: URLSearchParams): number {
  const token = query.get('pagination_token');
  if (token === null) return 0;
  const offset = Number(/^p(\d+)$/.exec(Buffer.from(token, 'base64url').toString())?.[1]);
  if (Number.isInteger(offset)) return offset;
  throw bad('pagination_token', token, 'The `pagination_token` query parameter value is not valid');
}

function readId(query: URLSearchParams, name: string): bigint | null {
  const text = query.get(name);
  if (text === null) return null;
  if (/^\d{1,19}$/.test(text)) return BigInt(text);
  throw bad(name, text, `The \`${name}\` query parameter value [${text}] is not valid`);
}

// Accurate to the second, as documented: 12:00:01.7 means 12:00:01.
function readTime(query: URLSearchParams, name: string): number | null {
  const text = query.get(name);
  if (text === null) return null;
  const valid = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text);
  const time = Date.parse(text);
  if (valid && !Number.isNaN(time)) return Math.floor(time / 1000) * 1000;
  throw bad(name, text, `The \`${name}\` query parameter value [${text}] is not a valid RFC 3339 date-time`);
}

function bad(parameter: string, value: string, message: string): Failure {
  return new Failure(400, invalidRequest(parameter, value, message));
}
