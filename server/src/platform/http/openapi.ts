import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

/** Everything of these pages comes from us; they draw their icons themselves, and style their lines. */
const POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** Collects every call into OpenAPI 3.1 and, where asked to, shows it at /api/docs. To be registered before the routes. */
export async function registerOpenApi(app: FastifyInstance, isShown: boolean): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Drumbeat API',
        version: '1',
        description: 'Every call of the product, made from the same schemas that check it.',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: jsonSchemaTransform,
  });
  if (!isShown) return;
  const { default: swaggerUi } = await import('@fastify/swagger-ui');
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: POLICY,
    uiConfig: { validatorUrl: null },
  });
}
