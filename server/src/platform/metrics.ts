import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

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
