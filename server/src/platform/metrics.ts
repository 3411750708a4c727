import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { AppError } from './errors.ts';
import { sameText } from './secrets.ts';

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

export type Metrics = ReturnType<typeof createMetrics>;

/** The metrics of this process. Features add theirs here. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    httpSeconds: new Histogram({
      name: 'drumbeat_http_request_duration_seconds',
      help: 'Duration of API calls by route and status',
      registers,
      labelNames: ['route', 'status'],
      buckets: [0.005, 0.025, 0.1, 0.5, 1, 5],
    }),
    publishLatenessSeconds: new Histogram({
      name: 'drumbeat_publish_lateness_seconds',
      help: 'From the time a post was planned for to its call to X',
      registers,
      buckets: [0.1, 0.25, 0.5, 1, 2, 5, 15, 60, 300, 3600],
    }),
    publishAttempts: new Counter({
      name: 'drumbeat_publish_attempts_total',
      help: 'Settled publishing attempts by outcome',
      registers,
      labelNames: ['outcome'],
    }),
    claims: new Counter({
      name: 'drumbeat_publish_claims_total',
      help: 'Posts claimed for publishing',
      registers,
    }),
    unanswered: new Counter({
      name: 'drumbeat_publish_unanswered_total',
      help: 'Accounts held because consecutive attempts got no answer from X',
      registers,
    }),
    laneFaults: new Counter({
      name: 'drumbeat_publish_lane_faults_total',
      help: 'Lanes that did not match their posts and were repaired: should stay 0',
      registers,
    }),
    templateFallbacks: new Counter({
      name: 'drumbeat_template_fallbacks_total',
      help: 'Templates of staff that failed to render, so that the built-in one was used, by template',
      registers,
      labelNames: ['template'],
    }),
    openStreams: new Gauge({
      name: 'drumbeat_event_streams_open',
      help: 'Open server-sent event streams',
      registers,
    }),
  };
}

/**
 * GET /metrics in the Prometheus text format, for the bearer of METRICS_TOKEN. Without a token it is limited
 * to this machine, and disabled in production, because behind a proxy every client appears to be local.
 */
export function registerMetrics(
  app: FastifyInstance,
  metrics: Metrics,
  access: { token: string | undefined; production: boolean },
): void {
  app.get('/metrics', { schema: { hide: true } as object }, async (request, reply) => {
    const allowed = access.token
      ? sameText(request.headers.authorization ?? '', `Bearer ${access.token}`)
      : !access.production && loopback.has(request.socket.remoteAddress ?? '');
    if (!allowed) throw new AppError('FORBIDDEN', 'The metrics are not open to you.');
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}
