import * as calls from '@drumbeat/contract/publishing/publishing.ts';
import type { FastifyInstance } from 'fastify';
import { openEventStream } from '../../platform/http/event-stream.ts';
import { route } from '../../platform/http/route.ts';
import { getPostHistory } from './by-hand/get-post-history.ts';
import { type RetryDeps, retryPost } from './by-hand/retry-post.ts';
import { sendTestTweet, showTestTweet, type TestTweetDeps } from './by-hand/send-test-tweet.ts';
import { requireSaved } from './lanes/lock-lanes.ts';
import { createStreams, createStreamToken, openStream, type StreamDeps } from './stream/stream-posts.ts';

export function registerPublishingRoutes(
  app: FastifyInstance,
  deps: RetryDeps & StreamDeps & TestTweetDeps,
): void {
  route(app, calls.createStreamToken, async ({ actor }) => ({ token: await createStreamToken(deps, actor) }));
  route(app, calls.retryPost, ({ actor, params }) => retryPost(deps, actor, requireSaved(params.id)));
  route(app, calls.getTestTweet, async () => showTestTweet(deps));
  route(app, calls.sendTestTweet, ({ actor, body }) =>
    sendTestTweet(deps, actor, body.at === undefined ? undefined : new Date(body.at)),
  );
  route(app, calls.getPostTimeline, async ({ actor, params }) => ({
    events: await getPostHistory(deps, actor, requireSaved(params.id)),
  }));
  registerStream(app, deps);
}

/**
 * GET /api/posts/stream: server-sent events. The token is in the URL, because EventSource cannot send
 * headers.
 */
function registerStream(app: FastifyInstance, deps: StreamDeps): void {
  const streams = createStreams(deps);
  streams.start();
  app.addHook('preClose', async () => streams.stop());

  // A HEAD request would consume the token, and never end.
  const options = { schema: { hide: true } as object, exposeHeadRoute: false };
  app.get('/api/posts/stream', options, async (request, reply) => {
    const { token, lastEventId } = request.query as Record<string, unknown>;
    const owner = await openStream(deps, textOf(token), textOf(lastEventId));
    reply.hijack();
    const stream = openEventStream(reply.raw, request.id);
    stream.onEnd(streams.subscribe(owner, stream));
  });
}

function textOf(parameter: unknown): string {
  return typeof parameter === 'string' ? parameter : '';
}
