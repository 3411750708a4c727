import { z } from 'zod';
import { defineCall } from '../call.ts';
import { byPost, instant } from '../common.ts';
import { failureCodes } from '../posts/failure-codes.ts';
import { postStatus } from '../posts/posts.ts';
import { X_RATE_LIMITED } from './rate-limit-codes.ts';

const tag = 'publishing';

export const createStreamToken = defineCall({
  method: 'POST',
  path: '/api/sse/token',
  tag,
  access: 'user',
  ownRead: true,
  summary: 'A token for opening the event stream: one use, 60 seconds',
  body: z.object({ purpose: z.literal('posts_stream') }),
  response: z.object({ token: z.string() }),
});

/** `GET /api/posts/stream?token=&lastEventId=`: server-sent events; `post_status` events carry this JSON. */
export const postStatusEvent = z.object({
  id: z.string(),
  status: postStatus,
  retryCount: z.int(),
  tweetUrl: z.string().nullable(),
  errorMessage: z.string().nullable(),
  /** When the post was last written, so that a late event never overwrites a newer one. */
  updatedAt: instant,
});
export type PostStatusEvent = z.infer<typeof postStatusEvent>;

export const retryPost = defineCall({
  method: 'POST',
  path: '/api/posts/:id/retry',
  tag,
  access: 'user',
  summary: 'Queues a failed post again and waits briefly for what becomes of it',
  params: byPost,
  response: z.object({
    success: z.boolean(),
    status: postStatus,
    retryCount: z.int(),
    /** Why it failed again, or that X asks us to wait. */
    code: z.enum([...failureCodes, X_RATE_LIMITED]).nullable(),
    message: z.string(),
  }),
});

export const getTestTweet = defineCall({
  method: 'GET',
  path: '/api/test-tweet',
  tag,
  access: 'user',
  summary: 'The text that a test tweet would have; `at` asks for exactly this one within 10 minutes',
  response: z.object({ at: instant, text: z.string() }),
});

export const sendTestTweet = defineCall({
  method: 'POST',
  path: '/api/test-tweet',
  tag,
  access: 'user',
  summary: 'Posts a short text to the selected X account at once, to see that it works; 5 an hour',
  body: z.object({ at: instant.optional() }).default({}),
  response: z.object({ success: z.literal(true), message: z.string(), tweetUrl: z.string() }),
});

/** One entry of a post's history. `text` can be shown to people; `data` holds the details. */
export const timelineEvent = z.object({
  at: instant,
  kind: z.enum([
    'planned',
    'copied',
    'edited',
    'moved',
    'retried',
    'paused',
    'resumed',
    'restored',
    'held',
    'released',
    'claimed',
    'called',
    'unknown',
    'settled',
    'deleted',
  ]),
  text: z.string(),
  data: z.record(z.string(), z.unknown()),
});
export type TimelineEvent = z.infer<typeof timelineEvent>;

export const getPostTimeline = defineCall({
  method: 'GET',
  path: '/api/posts/:id/timeline',
  tag,
  access: 'user',
  ownRead: true,
  summary:
    'What happened to a post, and why: for its owner, and for staff, who see deleted posts for 90 days',
  params: byPost,
  response: z.object({ events: z.array(timelineEvent) }),
});
