import { DAY_MS } from '../time.ts';
import type { ListedPost, Post, PostStatus } from './posts.ts';

/** X's limit, in weighted characters. */
export const POST_MAX = 280;
/** The maximum posts per day that anyone may choose, whatever the plan allows. */
export const MOST_POSTS_PER_DAY = 12;

/** How many days ahead a post may be planned if neither a trial end nor an expiry limits it. */
export const DEFAULT_WINDOW_DAYS = 30;
export const POSTS_PAGE_SIZE = 10;
/** Maximum number of rows in one import. */
export const IMPORT_MAX_ROWS = 1_000;
export const TIME_OUT_OF_RANGE = 'Choose a time in the future and within your schedule period.';
export const TIME_IN_PAST = `${TIME_OUT_OF_RANGE} That moment has passed.`;

/** The refusal of a time after the window's end (ms since the epoch), shown in the person's zone. */
export function outsideWindow(end: number, timeZone: string): string {
  const day = { day: 'numeric', month: 'long', year: 'numeric', timeZone } as const;
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone } as const;
  const at = new Date(end);
  return `${TIME_OUT_OF_RANGE} It ends on ${at.toLocaleDateString('en-GB', day)} at ${at.toLocaleTimeString('en-GB', clock)}.`;
}

/**
 * The data of TOO_SIMILAR: up to three of the person's own posts that are like the text, how many of the
 * texts are like one of them, and whether any is like someone else's post, of which nothing more is revealed.
 */
export type SimilarPosts = {
  own: { id: string; twitterAccountId: string; content: string; scheduledTime: string }[];
  ownCount: number;
  elsewhere: boolean;
};

const rank = { Pending: 0, Processing: 1, Failed: 1, Posted: 2 } as const satisfies Record<
  PostStatus,
  number
>;

const spellings: Readonly<Record<string, PostStatus>> = { POSTED: 'Posted', FAILED: 'Failed' };

/** Parses a status. Two are also accepted in capitals; any unknown value counts as Pending. */
export function readStatus(value: string): PostStatus {
  if (Object.hasOwn(rank, value)) return value as PostStatus;
  return Object.hasOwn(spellings, value) ? (spellings[value] ?? 'Pending') : 'Pending';
}

const leftOut = {
  holdReason: null,
  isPaused: false,
  movedFrom: null,
  postedAt: null,
  tweetId: null,
  tweetUrl: null,
  errorCode: null,
  errorMessage: null,
} as const;

/** A full post: the fields that a list leaves out are filled in. */
export function wholePost(listed: ListedPost): Post {
  return { ...leftOut, ...listed } as Post;
}

/** Which status to show if server and screen differ: the higher rank wins, and the server's on a tie. */
export function mergeStatus(shown: PostStatus, fromServer: PostStatus): PostStatus {
  return rank[fromServer] >= rank[shown] ? fromServer : shown;
}

/** Whether an id belongs to an unsaved post (`number-number`). */
export function isTemporaryId(id: string): boolean {
  return /^\d+-\d+$/.test(id);
}

/** What may be done with a post in each state; server and screens share this table. */
const may = {
  Pending: { edit: true, delete: true, retry: false },
  Processing: { edit: false, delete: false, retry: false },
  Failed: { edit: true, delete: true, retry: true },
  Posted: { edit: false, delete: false, retry: false },
} as const satisfies Record<PostStatus, { edit: boolean; delete: boolean; retry: boolean }>;

export const postCan = {
  edit: (post: { status: PostStatus }): boolean => may[post.status].edit,
  delete: (post: { status: PostStatus }): boolean => may[post.status].delete,
  retry: (post: { status: PostStatus }): boolean => may[post.status].retry,
};

/** The last instant (ms since the epoch) that a post may be planned for. */
export function scheduleWindowEnd(
  user: { isInTrial: boolean; trialEnd: string | null; subscriptionExpiryDate: string | null },
  now: number,
): number {
  if (user.isInTrial && user.trialEnd) return Date.parse(user.trialEnd);
  if (user.subscriptionExpiryDate) return Date.parse(user.subscriptionExpiryDate);
  return now + DEFAULT_WINDOW_DAYS * DAY_MS;
}

/** Whether an instant is later than now and not after the window's end. */
export function isSchedulable(time: number, windowEnd: number, now: number): boolean {
  return Number.isFinite(time) && time > now && time <= windowEnd;
}

/** The notice about posts that were already being sent when they were stopped; empty if there are none. */
export function onTheirWay(posts: number): string {
  if (posts === 0) return '';
  return posts === 1
    ? ' One post is already on its way to X.'
    : ` ${posts} posts are already on their way to X.`;
}
