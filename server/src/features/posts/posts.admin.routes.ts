import { createAdPosts as adPostsCall } from '@drumbeat/contract/generation/generation.admin.ts';
import * as calls from '@drumbeat/contract/posts/posts.admin.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import { findCustomer } from '../users/users.queries.ts';
import { deletePost } from './edit/delete-post.ts';
import { pausePosts, unpausePosts } from './edit/pause-posts.ts';
import { listCustomerPosts } from './list-posts.ts';
import type { PostsDeps } from './posts.deps.ts';
import { customerPostView } from './posts.view.ts';
import { createAdPosts } from './save/create-ad-posts.ts';

export function registerPostsAdminRoutes(
  app: FastifyInstance,
  deps: PostsDeps & Parameters<typeof createAdPosts>[0],
): void {
  const changed = ({ message, changeId }: { message: string; changeId: number | null }) => ({
    message: changeId === null ? 'Nothing changed.' : message,
    change_id: changeId === null ? null : String(changeId),
  });

  route(app, calls.pausePostsOf, async ({ actor, params, body }) =>
    changed(await pausePosts(deps, { userId: params.id }, {}, { actor, reason: body?.reason })),
  );
  route(app, calls.unpausePostsOf, async ({ actor, params, body }) =>
    changed(await unpausePosts(deps, { userId: params.id }, {}, { actor, reason: body?.reason })),
  );

  route(app, calls.listPostsOf, async ({ params, query }) => {
    const { posts, nextPage } = await listCustomerPosts(deps, { userId: params.id, ...query });
    return { posts: posts.map((post) => customerPostView(post, deps.tweetUrl)), nextPage };
  });

  route(app, calls.deletePostOf, async ({ actor, params, body }) => {
    const { id: userId } = await findCustomer(deps.db, params.id);
    await deletePost(deps, { userId }, params.postId, { actor, reason: body?.reason });
    return { message: 'The post was deleted.', change_id: null };
  });

  route(app, adPostsCall, ({ actor, body }) => createAdPosts(deps, actor, body));
}
