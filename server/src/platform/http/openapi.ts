import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
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
  // In the built server the plugin is not where its files are.
  const { resolve } = createRequire(import.meta.url);
  const files = join(dirname(resolve('@fastify/swagger-ui/package.json')), 'static');
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    baseDir: files,
    logo: { type: 'image/svg+xml', content: await readFile(join(files, 'logo.svg')) },
    staticCSP: POLICY,
    uiConfig: { validatorUrl: null },
  });
}
