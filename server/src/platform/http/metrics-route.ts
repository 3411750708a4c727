import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';
import type { Metrics } from '../metrics.ts';
import { sameText } from '../secrets.ts';

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

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
