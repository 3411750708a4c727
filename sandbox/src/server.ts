import Fastify, { type FastifyInstance } from 'fastify';
import { registerConsole } from './console/console.routes.ts';
import type { SandboxContext } from './context.ts';
import { registerControl } from './control/control.routes.ts';
import { Failure } from './http/failure.ts';
import { registerLlm } from './llm/llm.routes.ts';
import { registerNews } from './news/news.routes.ts';
import { registerStripeApi } from './stripe/api.routes.ts';
import { registerHostedPages } from './stripe/pages/hosted.routes.ts';
import { registerX } from './x/x.routes.ts';

/** All providers on one HTTP server, each under its own prefix. */
export function buildServer(context: SandboxContext): FastifyInstance {
  const app = Fastify({
    logger: false,
    forceCloseConnections: true,
    bodyLimit: 10 * 1024 * 1024,
    routerOptions: { ignoreTrailingSlash: true },
  });
  allowEmptyJson(app);
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    if (error instanceof Failure) {
      return reply.status(error.status).headers(error.headers).send(error.body);
    }
    const status = error.statusCode ?? 500;
    if (status >= 500) process.stderr.write(`sandbox: ${error.stack ?? error.message}\n`);
    return reply.status(status).send({ error: 'sandbox_error', message: error.message });
  });
  app.setNotFoundHandler((request, reply) =>
    reply
      .status(404)
      .send({ error: 'not_found', message: `The sandbox has no ${request.method} ${request.url}` }),
  );
  mount(app, context, '/x', registerX);
  mount(app, context, '/stripe', registerHostedPages);
  mount(app, context, '/stripe/v1', registerStripeApi);
  // The official client does not support a path prefix: it expects the API at the root.
  mount(app, context, '/v1', registerStripeApi);
  mount(app, context, '/llm/v1', registerLlm);
  mount(app, context, '/news', registerNews);
  mount(app, context, '/sandbox', registerControl);
  mount(app, context, '/', registerConsole);
  return app;
}

type Register = (scope: FastifyInstance, context: SandboxContext) => void;

// Each provider has its own scope, so that its body parsers do not affect the others.
function mount(app: FastifyInstance, context: SandboxContext, prefix: string, register: Register): void {
  app.register(
    (scope, _options, done) => {
      register(scope, context);
      done();
    },
    { prefix },
  );
}

// Clients send the JSON content type with an empty body for calls without parameters.
function allowEmptyJson(app: FastifyInstance): void {
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') return done(null, undefined);
    try {
      done(null, JSON.parse(body as string));
    } catch {
      done(new Failure(400, { error: 'bad_request', message: 'The body is not JSON.' }), undefined);
    }
  });
}
