import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

/** The API docs load everything from us, but use inline images and styles. */
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

/**
 * Collects every call into an OpenAPI 3.1 document and optionally serves it at /api/docs. Register it before
 * the routes.
 */
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
