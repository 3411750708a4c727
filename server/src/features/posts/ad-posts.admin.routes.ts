import { createAdPosts as adPostsCall } from '@drumbeat/contract/generation/generation.admin.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import { createAdPosts } from './save/create-ad-posts.ts';

export function registerAdPostsRoutes(app: FastifyInstance, deps: Parameters<typeof createAdPosts>[0]): void {
  route(app, adPostsCall, ({ actor, body }) => createAdPosts(deps, actor, body));
}
