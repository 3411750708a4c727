import { z } from 'zod';
import { defineCall } from './call.ts';
import { byPost, idField, instant, message } from './common.ts';

const tag = 'posts';

export const postStatus = z.enum(['Pending', 'Processing', 'Failed', 'Posted']);
export type PostStatus = z.infer<typeof postStatus>;

/** Why a pending post waits although it may be due. */
export const holdReason = z.enum(['paused', 'disconnected', 'rate_limited', 'subscription', 'restored']);
export type HoldReason = z.infer<typeof holdReason>;

/** Why a post failed. Each has words of its own on the server and on the screen. */
export const failureCodes = [
  'AUTH_EXPIRED',
  'DUPLICATE_TWEET',
  'OUTCOME_UNKNOWN',
  'X_CREDITS',
  'X_REFUSED',
  'X_UNAVAILABLE',
] as const;
export const failureCode = z.enum(failureCodes);
export type FailureCode = z.infer<typeof failureCode>;

export const post = z.object({
  id: z.string(),
  content: z.string(),
  scheduledTime: instant,
  /** Wall clock in the person's zone, without offset: `2026-11-21T09:00:00`. */
  scheduledTimeLocal: z.string(),
  status: postStatus,
  retryCount: z.int(),
  twitterAccountId: z.string(),
  holdReason: holdReason.nullable(),
  /** The person paused this one post; it waits until they resume it, whatever holds or frees its account. */
  isPaused: z.boolean(),
  /** The time that the person had planned, where an outage or a pause moved the post. */
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

/** The text as written; the use case counts it by X's weights. The limit here only stops absurdly long bodies. */
export const content = z.string().trim().min(1, 'Write something to post').max(4000);

/** The wall clock that the person chose, `2026-11-21T09:00`; checked against the instant where it is sent. */
const scheduledTimeLocal = z.string().max(40).optional();
/** A time that a person chose; without one a post keeps its own, or takes the next free slot. */
export const chosenTime = { scheduledTime: instant.optional(), scheduledTimeLocal };

const bothAccountIds = { twitterAccountId: idField.optional(), twitter_account_id: idField.optional() };

export const listPosts = defineCall({
  method: 'GET',
  path: '/api/posts',
  tag,
  access: 'user',
  ownRead: true,
  summary: 'The posts of one account (default: all), soonest first',
  query: z.object(bothAccountIds),
  response: z.object({ posts: z.array(post) }),
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
    posts: z
      .array(z.object({ content, scheduledTime: instant, scheduledTimeLocal }))
      .min(1, 'Send at least one post')
      .max(400),
  }),
  response: z.object({ posts: z.array(post), message: z.string() }),
});

const postEdit = z
  .object({ content: content.optional(), ...chosenTime })
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
