import { z } from 'zod';
import { defineCall } from '../call.ts';
import { byId, changedByStaff, idField, idParam, instant, pageNumber, reasonBody } from '../common.ts';
import { failureCode } from './failure-codes.ts';
import { holdReason, postStatus } from './posts.ts';

const tag = 'admin';
const access = 'staff';

export const pausePostsOf = defineCall({
  method: 'POST',
  path: '/api/admin/users/:id/pause-posts',
  tag,
  access,
  summary: 'Pauses all posts of a customer, as they would themselves',
  params: byId,
  body: reasonBody,
  response: changedByStaff,
});

export const unpausePostsOf = defineCall({
  method: 'POST',
  path: '/api/admin/users/:id/unpause-posts',
  tag,
  access,
  summary: 'Resumes all posts of a customer; what came due while paused moves to the next free times',
  params: byId,
  body: reasonBody,
  response: changedByStaff,
});

/** A post as staff see it. */
export const customerPost = z.object({
  id: z.string(),
  twitter_account_id: z.string(),
  content: z.string(),
  status: postStatus,
  scheduled_time: instant,
  posted_at: instant.nullable(),
  hold_reason: holdReason.nullable(),
  retry_count: z.int(),
  error_code: failureCode.nullable(),
  error_message: z.string().nullable(),
  tweet_url: z.string().nullable(),
});
export type CustomerPost = z.infer<typeof customerPost>;

/** Posts per page on the customer page. */
export const CUSTOMER_POSTS_PAGE = 25;

export const listPostsOf = defineCall({
  method: 'GET',
  path: '/api/admin/users/:id/posts',
  tag,
  access,
  summary: `A customer's posts, of one X account or of all, the latest planned first, ${CUSTOMER_POSTS_PAGE} a page`,
  params: byId,
  query: z.object({ twitterAccountId: idField.optional(), page: pageNumber }),
  response: z.object({ posts: z.array(customerPost), nextPage: z.int().nullable() }),
});

const byPostOf = z.object({ id: idParam, postId: idParam });

export const deletePostOf = defineCall({
  method: 'DELETE',
  path: '/api/admin/users/:id/posts/:postId',
  tag,
  access,
  summary: "Deletes a customer's post for good; 409 for one that is out or on its way",
  params: byPostOf,
  body: reasonBody,
  response: changedByStaff,
});

export const retryPostOf = defineCall({
  method: 'POST',
  path: '/api/admin/users/:id/posts/:postId/retry',
  tag,
  access,
  summary: "Queues a customer's failed post again; 409 for any other",
  params: byPostOf,
  body: reasonBody,
  response: changedByStaff,
});
