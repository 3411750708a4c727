/** What the event stream tells, apart from the schemas, which the browser need not load for it. */

/**
 * What else the stream tells, with `{}` as data: that something of the person has changed and should be read again.
 * `plan_changed`: plan, payment or card. `accounts_changed`: an X account came, went, lost or regained access, was
 * selected or got another niche, or a hold on its posts began or ended. `posts_changed`: posts were written, edited,
 * moved, deleted or brought back.
 */
export const personChanges = ['plan_changed', 'accounts_changed', 'posts_changed'] as const;
export type PersonChange = (typeof personChanges)[number];

/** Events may have been missed for longer than we can tell, so read everything again. */
export const RESYNC = 'resync';
/** Everything between the last id and now has been told. */
export const READY = 'ready';

/**
 * Every event carries an id. A stream that is opened with `lastEventId=` begins with what happened since. An id is the
 * time of the event, in milliseconds since the epoch, so every process of the API understands it. It is good for an hour.
 */
export const STREAM_ID_GOOD_FOR_MS = 3_600_000;
