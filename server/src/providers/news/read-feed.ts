import type { FeedProblem } from '@drumbeat/contract/facts/facts.rules.ts';
import { FeedFault } from './feed-fault.ts';
import { type FetchRules, fetchFeed } from './fetch-feed.ts';
import type {
  FeedEntry,
  FeedReader,
  FeedReading,
  FeedVersion,
  NewsReading,
  NewsSource,
  NewsStory,
} from './news.ts';

/** `url` contains `{niche}` where the niche goes. */
type NewsOptions = FeedOptions & { url: string };

const DEADLINE_MS = 10_000;

export type FeedOptions = Omit<FetchRules, 'signal'> & { deadlineMs?: number };

/** Reads RSS or Atom feeds at addresses that people enter, from the hosts that the operator allows. */
export function createFeedReader(options: FeedOptions): FeedReader {
  return { hosts: options.hosts, read: (address, known) => readFeed(address, known, options) };
}

/** Reads one feed, with a conditional request if its version is known. Never throws. */
async function readFeed(
  address: string,
  known: FeedVersion,
  { deadlineMs = DEADLINE_MS, ...rules }: FeedOptions,
): Promise<FeedReading> {
  const headers = {
    accept: 'application/rss+xml, application/atom+xml, application/xml;q=0.9, text/xml;q=0.8',
    'user-agent': 'Drumbeat',
    ...(known.etag ? { 'if-none-match': known.etag } : {}),
    ...(known.lastModified ? { 'if-modified-since': known.lastModified } : {}),
  };
  const signal = AbortSignal.timeout(deadlineMs);
  try {
    const answer = await fetchFeed(address, headers, { ...rules, signal });
    if (answer.status === 304) return { ok: true, changed: false };
    if (answer.status !== 200) throw new FeedFault('refused', `the feed answered ${answer.status}`);
    // Loaded with the first feed: few installations read one, and it takes memory.
    const { parseFeed } = await import('./parse-feed.ts');
    const { etag = null, 'last-modified': lastModified = null } = answer.headers;
    return { ok: true, changed: true, ...parseFeed(answer.body), version: { etag, lastModified } };
  } catch (error) {
    const detail = String((error as Error).message).slice(0, 300);
    return { ok: false, problem: problemOf(error, signal), detail };
  }
}

function problemOf(error: unknown, signal: AbortSignal): FeedProblem {
  if (error instanceof FeedFault) return error.problem;
  return signal.aborted ? 'too_slow' : 'no_answer';
}

/** News from RSS or Atom, at an address that the operator has set. */
export function createFeedNews({ url, ...options }: NewsOptions): NewsSource {
  return {
    async read(niche, known): Promise<NewsReading> {
      const reading = await readFeed(url.replaceAll('{niche}', encodeURIComponent(niche)), known, options);
      if (!reading.ok || !reading.changed) return reading;
      return { ok: true, changed: true, stories: storiesOf(reading.entries), version: reading.version };
    },
  };
}

/** The entries with a date, as stories. */
function storiesOf(entries: readonly FeedEntry[]): NewsStory[] {
  return entries.flatMap(({ title, text, publishedAt }) =>
    publishedAt ? [{ title, text, publishedAt }] : [],
  );
}
