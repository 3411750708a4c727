import type { PostStatusEvent } from '@drumbeat/contract/publishing/publishing.ts';
import {
  type PersonChange,
  type PostsChange,
  PUBLISHING_STOP,
  type PublishingStopEvent,
  RESYNC,
} from '@drumbeat/contract/publishing/stream-events.ts';
import type { Db } from '../../../platform/database/database.ts';
import { selectTold } from '../../../platform/person-changes.ts';
import { listChangedPosts } from '../../post/post.queries.ts';
import type { PostRecord } from '../../post/post.types.ts';
import { findStopSince } from '../publishing.queries.ts';

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
