import { z } from 'zod';
import { defineCall } from '../call.ts';
import { byPost, idField, instant, message } from '../common.ts';
import { postSource } from '../facts/facts.ts';
import { failureCode } from './failure-codes.ts';
import { HISTORY_MOST, HISTORY_PAGE, readHistoryCursor, SCHEDULE_PAST_DAYS } from './history.rules.ts';

const tag = 'posts';

export const postStatus = z.enum(['Pending', 'Processing', 'Failed', 'Posted']);
export type PostStatus = z.infer<typeof postStatus>;

/** Why a pending post waits although it may be due. */
export const holdReason = z.enum([
  'paused',
  'disconnected',
  'rate_limited',
  'subscription',
  'unanswered',
  'restored',
]);
export type HoldReason = z.infer<typeof holdReason>;

export const post = z.object({
  id: z.string(),
  content: z.string(),
  scheduledTime: instant,
  /** Local time in the person's zone, without an offset: `2026-11-21T09:00:00`. */
  scheduledTimeLocal: z.string(),
  status: postStatus,
  retryCount: z.int(),
  twitterAccountId: z.string(),
  holdReason: holdReason.nullable(),
  /** The person paused this single post; it waits until they resume it, even if its account is released. */
  isPaused: z.boolean(),
  /** The time originally planned, if an outage or a pause moved the post. */
  movedFrom: instant.nullable(),
  postedAt: instant.nullable(),
  tweetId: z.string().nullable(),
  tweetUrl: z.string().nullable(),
  errorCode: failureCode.nullable(),
  errorMessage: z.string().nullable(),
  createdAt: instant,
  updatedAt: instant,
});
export type Post = z.infer<typeof post>;

/** A post in a list: fields that are null or false are left out. */
export const listedPost = post.partial({
  holdReason: true,
  isPaused: true,
  movedFrom: true,
  postedAt: true,
  tweetId: true,
  tweetUrl: true,
  errorCode: true,
  errorMessage: true,
});
export type ListedPost = z.infer<typeof listedPost>;

/** The text as written; X's weighted length is checked later. This limit only stops absurdly long bodies. */
export const content = z.string().trim().min(1, 'Write something to post').max(4000);

/** The local time that the person chose, `2026-11-21T09:00`; checked against the instant if both are sent. */
const scheduledTimeLocal = z.string().max(40).optional();
/** A time that a person chose. Without it a post keeps its time, or takes the next free slot. */
export const chosenTime = { scheduledTime: instant.optional(), scheduledTimeLocal };

/** Confirms a text that is very similar to another post; otherwise it is refused with TOO_SIMILAR. */
export const secondPress = { acceptSimilar: z.boolean().default(false) };

const bothAccountIds = { twitterAccountId: idField.optional(), twitter_account_id: idField.optional() };

/** The maximum number of posts that one call reads by id. */
export const READ_MOST = 100;

const listQuery = z
  .object({
    ...bothAccountIds,
    before: z
      .string()
      .refine((text) => readHistoryCursor(text) !== null, 'must be a place in the history')
      .optional(),
    from: instant.optional(),
    limit: z.coerce.number().int().min(1).max(HISTORY_MOST).default(HISTORY_PAGE),
    ids: z
      .string()
      .regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14})*$/, 'must be ids separated by commas')
      .refine((ids) => ids.split(',').length <= READ_MOST, `must be ${READ_MOST} ids at most`)
      .optional(),
  })
  .refine(
    ({ before, from }) => before !== undefined || from === undefined,
    'from is for pages of the history',
  )
  .refine(({ before, ids }) => before === undefined || ids === undefined, 'Ask for ids or for a page');

/**
 * By default the whole current schedule, soonest first: all unpublished posts, and published ones planned
 * since `scheduleStart`. `before` (from `earlier` or `historyCursor`) pages back through older published
 * posts, latest first, not before `from`. `ids` returns exactly these posts.
 */
export const listPosts = defineCall({
  method: 'GET',
  path: '/api/posts',
  tag,
  access: 'user',
  ownRead: true,
  summary: `The posts of one account (default: all): the schedule with its last ${SCHEDULE_PAST_DAYS} days, soonest first; before it page by page; or some by id`,
  query: listQuery,
  response: z.object({
    posts: z.array(listedPost),
    /** Cursor for the posts before these; absent if there are none. */
    earlier: z.string().optional(),
    /** How many earlier posts belong to the current schedule: those created after the oldest waiting post. */
    outEarlier: z.int().optional(),
  }),
});

export const savePosts = defineCall({
  method: 'POST',
  path: '/api/posts',
  tag,
  access: 'user',
  summary: 'Saves the posts of a completed generation job; a repeat with the same job returns what it saved',
  bodyLimit: 1_048_576,
  body: z.object({
    ...bothAccountIds,
    jobId: z.string().max(64).optional(),
    finalize: z.boolean().default(false),
    ...secondPress,
    posts: z
      .array(z.object({ content, scheduledTime: instant, scheduledTimeLocal }))
      .min(1, 'Send at least one post')
      .max(400),
  }),
  response: z.object({ posts: z.array(post), message: z.string() }),
});

const postEdit = z
  .object({ content: content.optional(), ...chosenTime, ...secondPress })
  .refine(
    (edit) => edit.content !== undefined || edit.scheduledTime !== undefined,
    'Change the text or the time',
  );

export const editPost = defineCall({
  method: 'PUT',
  path: '/api/posts/:id',
  tag,
  access: 'user',
  summary: 'Changes the text or the time of a post that is not out yet',
  params: byPost,
  body: postEdit,
  response: z.object({ post }),
});

export const patchPost = defineCall({
  method: 'PATCH',
  path: '/api/posts/:id',
  tag,
  access: 'user',
  summary: 'The same as PUT',
  params: byPost,
  body: postEdit,
  response: z.object({ post }),
});

export const listPostSources = defineCall({
  method: 'GET',
  path: '/api/posts/:id/sources',
  tag,
  access: 'user',
  ownRead: true,
  summary: 'What supports the claims of a post',
  params: byPost,
  response: z.object({ sources: z.array(postSource) }),
});

export const deletePost = defineCall({
  method: 'DELETE',
  path: '/api/posts/:id',
  tag,
  access: 'user',
  summary: 'Deletes a post that is not out yet',
  params: byPost,
  response: message,
});

export const deletePendingFailed = defineCall({
  method: 'DELETE',
  path: '/api/posts/pending-failed',
  tag,
  access: 'user',
  summary: 'Deletes the pending and failed posts of one account',
  body: z.object(bothAccountIds).default({}),
  response: z.object({ message: z.string(), deleted: z.int() }),
});

const paused = z.object({ postsPaused: z.boolean(), message: z.string() });

export const pausePosts = defineCall({
  method: 'POST',
  path: '/api/posts/pause',
  tag,
  access: 'user',
  summary: 'Holds the posts of one account, or of all',
  body: z.object(bothAccountIds).default({}),
  response: paused,
});

export const unpausePosts = defineCall({
  method: 'POST',
  path: '/api/posts/unpause',
  tag,
  access: 'user',
  summary: 'Lets posts go out again; posts that came due while paused move to the next free slots',
  body: z.object(bothAccountIds).default({}),
  response: paused,
});

export const getPauseStatus = defineCall({
  method: 'GET',
  path: '/api/posts/pause-status',
  tag,
  access: 'user',
  ownRead: true,
  summary: 'Whether posts are paused',
  query: z.object(bothAccountIds),
  response: paused,
});
