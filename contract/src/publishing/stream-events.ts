/** The events of the stream, kept apart from the schemas so that the browser need not load those. */

/**
 * What changed for the person and must be read again; the data is `{}` except for `PostsChange`.
 * `plan_changed` also covers payment and card; `accounts_changed` the access, niche and holds of X accounts;
 * `settings_changed` the time zone, niche and email preferences.
 */
export const personChanges = [
  'plan_changed',
  'accounts_changed',
  'posts_changed',
  'settings_changed',
] as const;
export type PersonChange = (typeof personChanges)[number];

/**
 * The data of `posts_changed`: ids of posts that were created or restored (`came`), changed or deleted, as of
 * `at` (an ISO instant, no later than their `updatedAt`). Without `at` any post may have changed.
 */
export type PostsChange = { at?: string; came?: string[]; changed?: string[]; gone?: string[] };
/** An event about more posts than this does not list their ids. */
export const MOST_TOLD = 100;

/**
 * X accepts no posts from anyone (`since` is an ISO instant), or accepts them again (null). It is sent to
 * everyone at once, so it carries the state itself: thousands of pages need not fetch it.
 */
export const PUBLISHING_STOP = 'publishing_stop';
export type PublishingStopEvent = { since: string | null };

/** Events may have been lost further back than the server remembers: read everything again. */
export const RESYNC = 'resync';
/** All events between the last id and now have been sent. */
export const READY = 'ready';

/**
 * An event's id is its time in milliseconds since the epoch, so that every API process understands it. A
 * stream opened with `lastEventId=` starts with what happened since. An id is valid for one hour.
 */
export const STREAM_ID_GOOD_FOR_MS = 3_600_000;
