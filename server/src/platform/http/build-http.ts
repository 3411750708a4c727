import { hash, randomUUID } from 'node:crypto';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { AppError } from '../errors.ts';
import type { Logger } from '../logger.ts';
import type { Metrics } from '../metrics.ts';
import { answerError } from './error-handler.ts';
import { type ProxyWatch, type TrustProxy, trustOption } from './proxies.ts';
import type { Authenticate, CountLargeBody } from './route.ts';

/** The most fields per object, the most entries per list, and the deepest nesting of both. */
const MOST_FIELDS = 100;
const MOST_ENTRIES = 5_000;
const DEEPEST = 12;

type Options = {
  log: Logger;
  metrics: Metrics;
  authenticate: Authenticate;
  countLargeBody: CountLargeBody;
  /** Origins that images may come from, besides our own and https. */
  imageOrigins: readonly string[];
  /** Whether the public URL is https: then HSTS is sent. */
  https: boolean;
  trustProxy: TrustProxy;
  proxyWatch: ProxyWatch;
  /** How long a request including its body may take to arrive. The response may take longer. */
  requestTimeoutMs: number;
  /** How long a connection may be idle. Event streams send heartbeats more often. */
  idleTimeoutMs: number;
  /** Further connections are closed immediately. */
  maxConnections: number;
};

/** Smaller responses fit into one packet uncompressed. */
const COMPRESSED_FROM_BYTES = 1_024;
/** A call that needs more says so in the contract. */
const BODY_LIMIT_BYTES = 16 * 1024;

/** The HTTP server without any feature: request ids, JSON parsing, security headers, errors and timing. */
export async function buildHttp(options: Options): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: options.log as FastifyBaseLogger,
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: trustOption(options.trustProxy),
    requestTimeout: options.requestTimeoutMs,
    connectionTimeout: options.idleTimeoutMs,
    // Node checks for late requests only at intervals: every 30 s by default.
    http: { connectionsCheckingInterval: Math.min(5_000, options.requestTimeoutMs) },
    requestIdHeader: false,
    genReqId: () => randomUUID(),
    // An id from a proxy or caller is logged beside ours, but used nowhere else.
    childLoggerFactory: (log, bindings, options, { headers }) => {
      const given = headers['x-request-id'];
      const isId = typeof given === 'string' && /^[\w-]{8,64}$/.test(given);
      return log.child(isId ? { ...bindings, givenId: given } : bindings, options);
    },
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { maxParamLength: 300 },
    frameworkErrors: answerError,
  }) as unknown as FastifyInstance;
  app.server.maxConnections = options.maxConnections;
  // Node swaps the two timeouts if the headers' is longer, and then slow bodies are not cut off.
  app.server.headersTimeout = options.requestTimeoutMs;
  app.setValidatorCompiler((route) => {
    const validate = validatorCompiler(route as Parameters<typeof validatorCompiler>[0]);
    // Fastify passes null for a missing body; undefined makes the schema's defaults apply.
    return (data: unknown) => validate(data ?? undefined);
  });
  app.setSerializerCompiler(serializerCompiler);
  app.decorate('authenticate', options.authenticate);
  app.decorate('countLargeBody', options.countLargeBody);
  app.decorateRequest('actor', undefined);
  app.setErrorHandler(answerError);
  installJsonParser(app);
  installConditionalAnswers(app);
  await app.register(helmet, securityHeaders(options));
  // Responses only: requests are not decompressed, so that the body limit holds.
  await app.register(compress, {
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    threshold: COMPRESSED_FROM_BYTES,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });

  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    // API responses must not be cached by proxies; pages keep their last responses themselves, see
    // `conditional.ts`.
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
    options.proxyWatch.look(request);
    if (request.url.includes('%00'))
      throw new AppError('VALIDATION_FAILED', 'The address holds a character that is not allowed.');
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    options.metrics.httpSeconds.observe({ route, status: reply.statusCode }, reply.elapsedTime / 1000);
    if (route.startsWith('/api/') && !route.startsWith('/api/health')) {
      request.log.info(
        {
          method: request.method,
          route,
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime),
          userId: request.actor?.userId,
        },
        'request',
      );
    }
  });
  return app;
}

/** JSON is all that calls read: a body of another type gets 415. Fastify itself would read plain text too. */
function installJsonParser(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = body as string;
    if (text === '') return done(null, undefined);
    return parse(request, text, (error, value) => {
      if (error) return done(error, value);
      const fault = faultOfBody(value);
      return fault ? done(new AppError('VALIDATION_FAILED', fault)) : done(null, value);
    });
  });
}

function securityHeaders(options: Options) {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'https:', ...options.imageOrigins],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(options.https ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    frameguard: { action: 'deny' as const },
    // The popup that connects X must keep its opener.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' as const },
    strictTransportSecurity: options.https ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    // URLs may contain tokens.
    referrerPolicy: { policy: 'no-referrer' as const },
  };
}

/**
 * Adds an ETag to every JSON response to a GET, and responds with 304 if it matches. Weak, because proxies
 * may compress. Includes the owner, so that nobody's cached response is confirmed by another person's.
 */
function installConditionalAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (!isConditional(request, reply) || typeof payload !== 'string') return payload;
    const owner = `${request.actor?.userId ?? 0}${request.actor?.view ? 'v' : ''}`;
    const etag = `W/"${hash('sha1', payload, 'base64url')}.${owner}"`;
    reply.header('etag', etag);
    if (!matches(request.headers['if-none-match'], etag)) return payload;
    reply.code(304).removeHeader('content-type');
    return null;
  });
}

function isConditional(request: FastifyRequest, reply: FastifyReply): boolean {
  const isOurs = request.url.startsWith('/api/') && !reply.hasHeader('etag');
  return isOurs && request.method === 'GET' && reply.statusCode === 200;
}

/** Whether a list of ETags contains this one, weak or strong. */
function matches(given: string | undefined, etag: string): boolean {
  const plain = (text: string) => text.trim().replace(/^W\//, '');
  return given?.split(',').some((each) => plain(each) === plain(etag)) ?? false;
}

/**
 * Why a parsed body is refused, in words; undefined if it is accepted. PostgreSQL cannot store null
 * characters or unpaired surrogates, so both are refused here, once for every field.
 */
export function faultOfBody(value: unknown, depth = 0): string | undefined {
  if (typeof value === 'string')
    return value.isWellFormed() && !value.includes('\0')
      ? undefined
      : 'The text holds a null character or half of a character, which is not allowed.';
  if (value === null || typeof value !== 'object') return undefined;
  if (depth === DEEPEST) return `The request is nested more than ${DEEPEST} levels deep.`;
  if (Array.isArray(value) && value.length > MOST_ENTRIES)
    return `The request has more than ${MOST_ENTRIES} entries in one list.`;
  const parts = Array.isArray(value) ? value : Object.entries(value).flat();
  if (!Array.isArray(value) && parts.length > 2 * MOST_FIELDS)
    return `The request has more than ${MOST_FIELDS} fields in one place.`;
  for (const part of parts) {
    const fault = faultOfBody(part, depth + 1);
    if (fault) return fault;
  }
  return undefined;
}
