import type { PostStatusEvent } from '@drumbeat/contract/publishing/publishing.ts';
import {
  type PersonChange,
  type PostsChange,
  PUBLISHING_STOP,
  type PublishingStopEvent,
  RESYNC,
  STREAM_ID_GOOD_FOR_MS,
} from '@drumbeat/contract/publishing/stream-events.ts';
import type { Db } from '../../../platform/database/database.ts';
import { selectTold } from '../../../platform/person-changes.ts';
import { listChangedPosts } from '../../post/post.queries.ts';
import type { PostRecord } from '../../post/post.types.ts';
import { findStopSince } from '../publishing.queries.ts';

/**
 * How far before the last event id a replay starts. A change is timestamped before it commits and sent after;
 * this covers the longest transaction, delivery (a dead listener is noticed after 15 s) and clock
 * differences. Events sent twice are harmless to the page.
 */
const OVERLAP_MS = 60_000;

export function eventId(now: Date): string {
  return String(now.getTime());
}

/** From when to replay changes to a page that was read, or last received an event, at `at`. */
export function gapSince(at: Date): Date {
  return new Date(at.getTime() - OVERLAP_MS);
}

/**
 * From when to replay for an event id sent by a page; null if it is not one of ours, or older than an hour.
 */
export function gapSinceId(lastEventId: string, now: Date): Date | null {
  if (!/^\d{13}$/.test(lastEventId)) return null;
  const age = now.getTime() - Number(lastEventId);
  return age <= STREAM_ID_GOOD_FOR_MS && age >= -OVERLAP_MS ? gapSince(new Date(Number(lastEventId))) : null;
}

/** With more posts than this, the page reloads the list instead. */
const MOST_POSTS = 100;

/** An event of the stream: name and data. */
export type StreamEvent =
  | ['post_status', PostStatusEvent]
  | [typeof PUBLISHING_STOP, PublishingStopEvent]
  | [PersonChange | typeof RESYNC, PostsChange];

/**
 * The events that a person's page missed since `since`. Changes by the engine are derived from the posts, so
 * that publishing records nothing for streams; other changes were recorded when they were sent.
 */
export async function readMissed(
  db: Db,
  userId: number,
  since: Date,
  eventOf: (post: PostRecord) => PostStatusEvent,
): Promise<StreamEvent[]> {
  const [posts, told] = await Promise.all([
    listChangedPosts(db, userId, since, MOST_POSTS + 1),
    selectTold(db, userId, since),
  ]);
  if (posts.length > MOST_POSTS) return [[RESYNC, {}]];
  const kinds = new Set(told);
  const stop = kinds.has(PUBLISHING_STOP) ? ((await findStopSince(db))?.toISOString() ?? null) : null;
  // A pending post may be one whose attempt was undone, or that was edited: the page must read the list.
  if (posts.some((post) => post.status === 'pending')) kinds.add('posts_changed');
  const concluded = posts.filter((post) => post.status !== 'pending');
  return [
    ...concluded.map((post): StreamEvent => ['post_status', eventOf(post)]),
    ...[...kinds].map(
      (kind): StreamEvent => (kind === PUBLISHING_STOP ? [kind, { since: stop }] : [kind, {}]),
    ),
  ];
}
