import * as calls from '@drumbeat/contract/publishing.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import { getTimeline } from './get-timeline.ts';
import { type RetryDeps, retryPost } from './retry-post.ts';
import { sendTestTweet, type TestTweetDeps } from './send-test-tweet.ts';
import { createStreams, createStreamToken, openStream, type StreamDeps } from './stream-posts.ts';

const HEARTBEAT_MS = 25_000;
/** How long a stream may outlive its session. */
const SESSIONS_EVERY_MS = 5_000;

export function registerPublishingRoutes(
  app: FastifyInstance,
  deps: RetryDeps & StreamDeps & TestTweetDeps,
): void {
  route(app, calls.createStreamToken, async ({ actor }) => ({ token: await createStreamToken(deps, actor) }));
  route(app, calls.retryPost, ({ actor, params }) => retryPost(deps, actor, params.id));
  route(app, calls.sendTestTweet, ({ actor }) => sendTestTweet(deps, actor));
  route(app, calls.getPostTimeline, async ({ actor, params }) => ({
    events: await getTimeline(deps, actor, params.id),
  }));
  registerStream(app, deps);
}

/** GET /api/posts/stream: server-sent events. The token of the address opens it, for EventSource sends no headers. */
function registerStream(app: FastifyInstance, deps: StreamDeps): void {
  const streams = createStreams(deps);
  const open = new Set<() => void>();
  const look = setInterval(() => {
    streams
      .endWithSessions()
      .catch((error: unknown) => app.log.warn({ err: error }, 'sessions not looked at'));
  }, SESSIONS_EVERY_MS).unref();
  app.addHook('preClose', async () => {
    clearInterval(look);
    for (const close of open) close();
  });

  app.get('/api/posts/stream', { schema: { hide: true } as object }, async (request, reply) => {
    const { token } = request.query as { token?: unknown };
    const owner = await openStream(deps, typeof token === 'string' ? token : '');
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-request-id': request.id,
    });
    raw.write(': open\n\n');
    const unsubscribe = streams.subscribe(owner, {
      send: (event) => raw.write(`event: post_status\ndata: ${JSON.stringify(event)}\n\n`),
      end: () => close(),
    });
    const heartbeat = setInterval(() => raw.write(': beat\n\n'), HEARTBEAT_MS);
    const close = () => {
      clearInterval(heartbeat);
      unsubscribe();
      open.delete(close);
      raw.end();
    };
    open.add(close);
    raw.on('close', close);
  });
}
