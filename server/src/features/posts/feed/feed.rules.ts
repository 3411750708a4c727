import ical, { ICalEventStatus, ICalEventTransparency } from 'ical-generator';
import type { ShownStatus } from '../../post/post-words.rules.ts';

/** A post as an entry of a calendar. */
export type FeedPost = {
  id: number;
  username: string;
  content: string;
  scheduledAt: Date;
  status: ShownStatus;
  isPaused: boolean;
  tweetUrl: string | null;
  createdAt: Date;
  updatedAt: Date;
};

/** The length of a calendar entry. A post has no duration. */
const ENTRY_MS = 15 * 60_000;
const SUMMARY_LENGTH = 80;
/** How often a calendar program may refresh, in seconds. */
const REFRESH_SECONDS = 60 * 60;

/**
 * Posts as an iCalendar. UIDs are stable. SEQUENCE is the age in seconds of the post at its last change, so
 * it only grows.
 */
export function feedOf(posts: readonly FeedPost[], link: string): string {
  const host = new URL(link).hostname;
  const calendar = ical({
    name: 'Drumbeat',
    prodId: { company: 'Drumbeat', product: 'Posts', language: 'EN' },
    ttl: REFRESH_SECONDS,
  });
  for (const post of posts) {
    calendar.createEvent({
      id: `post-${post.id}@${host}`,
      sequence: Math.max(0, Math.floor((post.updatedAt.getTime() - post.createdAt.getTime()) / 1000)),
      start: post.scheduledAt,
      end: new Date(post.scheduledAt.getTime() + ENTRY_MS),
      stamp: post.updatedAt,
      created: post.createdAt,
      lastModified: post.updatedAt,
      summary: summaryOf(post),
      description: post.content,
      url: post.tweetUrl ?? link,
      status: post.status === 'posted' ? ICalEventStatus.CONFIRMED : ICalEventStatus.TENTATIVE,
      transparency: ICalEventTransparency.TRANSPARENT,
    });
  }
  return calendar.toString();
}

/** `@ada: the first words`, followed by the post's state. */
function summaryOf({ username, content, status, isPaused }: FeedPost): string {
  const line = content.split(/\s+/).join(' ');
  const letters = [...line];
  const short =
    letters.length > SUMMARY_LENGTH
      ? `${letters
          .slice(0, SUMMARY_LENGTH - 1)
          .join('')
          .trimEnd()}…`
      : line;
  return `@${username}: ${short}${status === 'pending' && isPaused ? ' (paused)' : ''}`;
}
