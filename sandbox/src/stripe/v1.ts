import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SandboxContext } from '../context.ts';
import { Failure } from '../http/failure.ts';
import { type Form, parseForm } from '../http/form.ts';
import { invalidRequest } from './billing/failures.ts';
import { apiVersion } from './events.ts';
import { expandReply } from './expand.ts';
import { newId } from './objects.ts';
import { textsParam } from './params.ts';
import type { StripeState } from './state.ts';

export interface StripeCall {
  context: SandboxContext;
  state: StripeState;
  /** The `:id` of the path. */
  id: string;
  form: Form;
}

export type StripeHandler = (call: StripeCall) => unknown;
type Method = 'GET' | 'POST' | 'DELETE';

export interface StripeRoutes {
  get(url: string, handler: StripeHandler): void;
  /** `accepts` lists the parameters; any other is refused, as at Stripe. */
  post(url: string, handler: StripeHandler, accepts: readonly string[]): void;
  del(url: string, handler: StripeHandler, accepts?: readonly string[]): void;
}

const keyLifeMs = 24 * 60 * 60_000;

/** Adds one API call and handles its key, parameters, idempotency, expansion and errors. */
export function stripeRoute(
  app: FastifyInstance,
  context: SandboxContext,
  method: Method,
  url: string,
  handler: StripeHandler,
  accepts?: readonly string[],
): void {
  app.route({
    method,
    url,
    handler: async (request, reply) => {
      reply.header('request-id', newId('req')).header('stripe-version', apiVersion);
      checkKey(request.headers.authorization);
      const raw =
        method === 'GET' ? (request.url.split('?')[1] ?? '') : ((request.body as string | undefined) ?? '');
      const form = parseForm(raw);
      const { expand: _expand, ...given } = form;
      if (accepts) refuseUnknown(given, accepts);
      const { id = '' } = request.params as { id?: string };
      const state = context.store.state.stripe;
      const run = (): unknown => {
        const result = handler({ context, state, id, form: given });
        context.store.changed();
        return expandReply(state, result, textsParam(form, 'expand'));
      };
      return method === 'POST' ? once(context, request, reply, raw, run) : run();
    },
  });
}

// A repeated key returns the first reply; with different parameters it is an error.
function once(
  context: SandboxContext,
  request: FastifyRequest,
  reply: FastifyReply,
  raw: string,
  run: () => unknown,
): unknown {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string') return run();
  const known = context.store.state.stripe.idempotency;
  const path = request.url.replace(/^\/stripe/, '');
  const fingerprint = createHash('sha256').update(`${path}\n${raw}`).digest('base64url');
  const earlier = known[key];
  reply.header('idempotency-key', key);
  if (earlier && earlier.fingerprint !== fingerprint) throw keyReused(key);
  if (earlier) {
    reply.header('idempotent-replayed', 'true').status(earlier.status);
    return earlier.body;
  }
  const body = run();
  const now = Date.now();
  forgetOldKeys(known, now);
  known[key] = { fingerprint, status: 200, body, at: now };
  return body;
}

// Keys are in order of age, so the loop ends at the first one that is still valid.
function forgetOldKeys(known: Record<string, { at: number }>, now: number): void {
  for (const key in known) {
    if (now - (known[key]?.at ?? 0) <= keyLifeMs) return;
    delete known[key];
  }
}

function checkKey(authorization: string | undefined): void {
  const basic = /^Basic (\S+)$/i.exec(authorization ?? '')?.[1];
  const key = basic
    ? Buffer.from(basic, 'base64').toString().split(':')[0]
    : /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1];
  if (key?.startsWith('sk_')) return;
  const message = key
    ? `Invalid API Key provided: ${key.slice(0, 3)}****`
    : 'You did not provide an API key. Provide it in the Authorization header, using Bearer auth.';
  throw invalidRequest(message, undefined, undefined, 401);
}

function refuseUnknown(form: Form, accepts: readonly string[]): void {
  const unknown = Object.keys(form).filter((name) => !accepts.includes(name));
  if (unknown.length === 0) return;
  throw invalidRequest(
    `Received unknown parameter${unknown.length > 1 ? 's' : ''}: ${unknown.join(', ')}`,
    unknown[0],
    'parameter_unknown',
  );
}

function keyReused(key: string): Failure {
  return new Failure(400, {
    error: {
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      type: 'idempotency_error',
    },
  });
}
