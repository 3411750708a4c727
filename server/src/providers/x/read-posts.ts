import { SECOND_MS } from '@drumbeat/contract/time.ts';
import { type RecentPosts, XError, type XPost } from './x.ts';
import { timelineReply, type XTime } from './x-replies.ts';

/** The first pages are short, because each post read costs money, and ours is usually among the newest. */
const FIRST_PAGES = [5, 20];
const LATER_PAGES = 100;
const MAX_PAGES = 12;
/** Added to the age: once X's time is known, clocks differ by less than this. */
const MARGIN_MS = 60 * SECOND_MS;

/** Reads a person's recent posts, newest first, page by page, by X's clock. */
export async function readPosts(
  ask: (path: string) => Promise<unknown>,
  time: XTime,
  twitterUserId: string,
  { maxAgeMs, mayBeReply, onRead, isEnough = () => false }: RecentPosts,
): Promise<XPost[]> {
  // The same for all pages. Undefined before X's first answer, because its time is not known then.
  const start = startOf(time, maxAgeMs);
  const found: XPost[] = [];
  let page: string | undefined;
  for (let count = 0; count < MAX_PAGES; count += 1) {
    const query = new URLSearchParams({
      'tweet.fields': 'created_at,entities',
      exclude: excluded(mayBeReply),
      max_results: String(FIRST_PAGES[count] ?? LATER_PAGES),
      ...(start ? { start_time: start.toISOString().replace('.000Z', 'Z') } : {}),
      ...(page ? { pagination_token: page } : {}),
    });
    const body = await ask(`/2/users/${encodeURIComponent(twitterUserId)}/tweets?${query}`);
    const reply = timelineReply.safeParse(body);
    if (!reply.success) throw new XError('unavailable', 'X answered without a timeline');
    onRead?.(reply.data.posts.map(({ tweetId }) => tweetId));
    const oldest = start ?? startOf(time, maxAgeMs);
    if (!oldest) throw new XError('unavailable', 'X answered without a Date header');
    const young = reply.data.posts.filter((post) => post.createdAt >= oldest);
    found.push(...young);
    page = reply.data.nextToken;
    if (!page || young.length < reply.data.posts.length || (await isEnough(found))) return found;
  }
  // An unread page may contain the post that we look for, so absence would not be certain.
  throw new XError('unavailable', 'The timeline is too long to read to its end');
}

/** Excludes what costs money and cannot be ours: reposts, and replies unless one of our posts may be one. */
function excluded(mayBeReply = false): string {
  return mayBeReply ? 'retweets' : 'retweets,replies';
}

/** The time from which posts are read, in whole seconds like X's own. */
function startOf(time: XTime, maxAgeMs: number): Date | undefined {
  const now = time.now();
  if (!now) return undefined;
  const start = now.getTime() - Math.max(0, maxAgeMs) - MARGIN_MS;
  return new Date(start - (start % SECOND_MS));
}
