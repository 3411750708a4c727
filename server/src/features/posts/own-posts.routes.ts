import * as calls from '@drumbeat/contract/posts/own-posts.ts';
import type { FastifyInstance } from 'fastify';
import { route, visitorOf } from '../../platform/http/route.ts';
import type { PostRecord } from '../post/post.types.ts';
import { requireSaved } from '../publishing/lanes/lock-lanes.ts';
import { deleteSeveral, moveSeveral, type Outcome, pauseSeveral } from './edit/change-several.ts';
import { publishNow } from './edit/publish-now.ts';
import { restorePost, restoreSeveral } from './edit/restore-posts.ts';
import { endFeed, getFeed, readFeed, renewFeed } from './feed/read-feed.ts';
import { createPost, duplicatePost } from './own/create-post.ts';
import { exportCsv } from './own/export-posts.ts';
import { importPosts } from './own/import-posts.ts';
import type { PostsDeps } from './posts.deps.ts';
import { postView } from './posts.view.ts';

export function registerOwnPostsRoutes(app: FastifyInstance, deps: PostsDeps): void {
  const view = (post: PostRecord) => postView(post, deps.tweetUrl);
  const outcome = ({ posts, refused }: Outcome) => ({ posts: posts.map(view), refused });

  route(app, calls.createPost, async ({ actor, body }) => ({
    post: view(await createPost(deps, actor, body)),
  }));
  route(app, calls.duplicatePost, async ({ actor, params, body }) => ({
    post: view(await duplicatePost(deps, actor, requireSaved(params.id), body)),
  }));
  route(app, calls.publishNow, async ({ actor, params }) => ({
    post: view(await publishNow(deps, actor, requireSaved(params.id))),
  }));
  route(app, calls.restorePost, async ({ actor, params }) => ({
    post: view(await restorePost(deps, actor, requireSaved(params.id))),
  }));

  route(app, calls.bulkDelete, async ({ actor, body }) =>
    outcome(await deleteSeveral(deps, actor, body.ids)),
  );
  route(app, calls.bulkRestore, async ({ actor, body }) =>
    outcome(await restoreSeveral(deps, actor, body.ids)),
  );
  route(app, calls.bulkMove, async ({ actor, body }) =>
    outcome(await moveSeveral(deps, actor, body.ids, body.days)),
  );
  route(app, calls.bulkPause, async ({ actor, body }) =>
    outcome(await pauseSeveral(deps, actor, body.ids, body.paused)),
  );

  route(app, calls.exportPosts, ({ actor }) => exportCsv(deps, actor));
  route(app, calls.importPosts, async ({ actor, body }) => {
    const { posts, ...found } = await importPosts(deps, actor, body);
    return { ...found, posts: posts.map(view) };
  });

  route(app, calls.getCalendarFeed, ({ actor }) => getFeed(deps, actor));
  route(app, calls.renewCalendarFeed, ({ actor }) => renewFeed(deps, actor));
  route(app, calls.endCalendarFeed, async ({ actor }) => {
    await endFeed(deps, actor);
    return { message: 'Your calendar feed has ended.' };
  });
  registerFeed(app, deps);
}

/**
 * GET /api/feeds/calendar/SECRET.ics: for calendar programs, which have no session; the secret authorises
 * them.
 */
function registerFeed(app: FastifyInstance, deps: PostsDeps): void {
  app.get('/api/feeds/calendar/:file', { schema: { hide: true } as object }, async (request, reply) => {
    const { file } = request.params as { file: string };
    const calendar = await readFeed(deps, file.replace(/\.ics$/, ''), visitorOf(request));
    return reply
      .header('cache-control', 'private, max-age=300')
      .header('x-robots-tag', 'noindex')
      .header('content-disposition', 'inline; filename="drumbeat.ics"')
      .type('text/calendar; charset=utf-8')
      .send(calendar);
  });
}
