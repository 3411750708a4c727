/** What the event stream tells, apart from the schemas, which the browser need not load for it. */

/**
 * What else the stream tells, with `{}` as data but for `PostsChange`: that something of the person has changed and should
 * be read again. `plan_changed`: plan, payment or card. `accounts_changed`: an X account came, went, lost or regained
 * access, was selected or got another niche, or a hold on its posts began or ended. `posts_changed`: posts were written,
 * edited, moved, deleted or brought back. `settings_changed`: time zone, niche or what emails the person wants.
 */
export const personChanges = [
  'plan_changed',
  'accounts_changed',
  'posts_changed',
  'settings_changed',
] as const;
export type PersonChange = (typeof personChanges)[number];

/**
 * What `posts_changed` carries: the ids of posts that were made or came back, were changed otherwise, or are gone, as of `at`
 * (an ISO instant, no later than their `updatedAt`). Without `at` any post may have changed.
 */
export type PostsChange = { at?: string; came?: string[]; changed?: string[]; gone?: string[] };
/** Of more posts than this an event does not say which. */
export const MOST_TOLD = 100;

/**
 * X takes no posts from anybody (`since` is an ISO instant), or takes them again (null). Told to everybody at once, so it
 * carries the news itself: thousands of pages need not ask for it.
 */
export const PUBLISHING_STOP = 'publishing_stop';
export type PublishingStopEvent = { since: string | null };

/** Events may have been missed for longer than we can tell, so read everything again. */
export const RESYNC = 'resync';
/** Everything between the last id and now has been told. */
export const READY = 'ready';

/**
 * Every event carries an id. A stream that is opened with `lastEventId=` begins with what happened since. An id is the
 * time of the event, in milliseconds since the epoch, so every process of the API understands it. It is good for an hour.
 */
export const STREAM_ID_GOOD_FOR_MS = 3_600_000;
