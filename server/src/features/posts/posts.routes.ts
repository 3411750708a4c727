import * as calls from '@drumbeat/contract/posts/posts.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { PostRecord } from '../post/post.types.ts';
import { requireSaved } from '../publishing/lanes/lock-lanes.ts';
import { deletePendingFailed, deletePost } from './edit/delete-post.ts';
import { editPost } from './edit/edit-post.ts';
import { pausePosts, pauseStatus, unpausePosts } from './edit/pause-posts.ts';
import { listPosts } from './list-posts.ts';
import type { PostsDeps } from './posts.deps.ts';
import { listedView, postView } from './posts.view.ts';
import { listPostSources } from './record-sources.ts';
import { savePosts } from './save/save-posts.ts';

export function registerPostsRoutes(app: FastifyInstance, deps: PostsDeps): void {
  const view = (post: PostRecord) => postView(post, deps.tweetUrl);

  route(app, calls.listPosts, async ({ actor, query }) => {
    const { posts, ...rest } = await listPosts(deps, actor, query);
    return { posts: posts.map((post) => listedView(post, deps.tweetUrl)), ...rest };
  });

  route(app, calls.savePosts, async ({ actor, body }) => {
    const saved = await savePosts(deps, actor, body);
    return {
      posts: saved.map(view),
      message: `${saved.length} ${saved.length === 1 ? 'post is' : 'posts are'} scheduled.`,
    };
  });

  route(app, calls.editPost, async ({ actor, params, body }) => ({
    post: view(await editPost(deps, actor, requireSaved(params.id), body)),
  }));
  route(app, calls.patchPost, async ({ actor, params, body }) => ({
    post: view(await editPost(deps, actor, requireSaved(params.id), body)),
  }));

  route(app, calls.listPostSources, async ({ actor, params }) => ({
    sources: await listPostSources(deps, actor, requireSaved(params.id)),
  }));

  route(app, calls.deletePendingFailed, async ({ actor, body }) => {
    const deleted = await deletePendingFailed(deps, actor, body);
    return { deleted, message: `${deleted} ${deleted === 1 ? 'post' : 'posts'} deleted.` };
  });

  route(app, calls.deletePost, async ({ actor, params }) => {
    await deletePost(deps, actor, requireSaved(params.id));
    return { message: 'Post deleted.' };
  });

  route(app, calls.pausePosts, ({ actor, body }) => pausePosts(deps, actor, body));
  route(app, calls.unpausePosts, ({ actor, body }) => unpausePosts(deps, actor, body));
  route(app, calls.getPauseStatus, ({ actor, query }) => pauseStatus(deps, actor, query));
}
