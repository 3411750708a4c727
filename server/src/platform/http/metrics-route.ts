import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';
import type { Metrics } from '../metrics.ts';
import { sameText } from '../secrets.ts';
import { bearerToken } from './route.ts';

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/** GET /metrics in Prometheus' text form: for the bearer of METRICS_TOKEN or, where none is set, for this machine only. */
export function registerMetrics(app: FastifyInstance, metrics: Metrics, token: string | undefined): void {
  app.get('/metrics', { schema: { hide: true } as object }, async (request, reply) => {
    const allowed = token
      ? sameText(bearerToken(request.headers.authorization) ?? '', token)
      : loopback.has(request.socket.remoteAddress ?? '');
    if (!allowed) throw new AppError('FORBIDDEN', 'The metrics are not open to you.');
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}
