import { retryPostOf } from '@drumbeat/contract/posts/posts.admin.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import { findCustomer } from '../users/users.queries.ts';
import { type RetryDeps, retryPost } from './by-hand/retry-post.ts';

export function registerPublishingAdminRoutes(app: FastifyInstance, deps: RetryDeps): void {
  route(app, retryPostOf, async ({ actor, params, body }) => {
    const { id: userId, emailVerifiedAt } = await findCustomer(deps.db, params.id);
    const by = { actor, reason: body?.reason };
    const { message } = await retryPost(deps, { userId, emailVerifiedAt }, params.postId, by);
    return { message, change_id: null };
  });
}
