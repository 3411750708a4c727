import { BACKGROUND_HEADER, type Call } from '@drumbeat/contract/call.ts';
import { errorBody } from '@drumbeat/contract/errors.ts';
import { beforeTwoFactor, staffMay, stopsView } from '@drumbeat/contract/staff-roles.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { type Actor, type CallContext, requireVerified, type SessionOwner, type Visitor } from '../actor.ts';
import { AppError } from '../errors.ts';
import type { Logger } from '../logger.ts';
import { addressOf } from './proxies.ts';

type Parsed<C, K extends string> = C extends { [P in K]: infer S extends z.ZodType }
  ? z.output<S>
  : undefined;

/** A handler's input: the validated parts of the request, and the caller. */
export type RouteRequest<C extends Call> = {
  params: Parsed<C, 'params'>;
  query: Parsed<C, 'query'>;
  body: Parsed<C, 'body'>;
  /** The owner of the session, if the call requires or has one. */
  actor: C['access'] extends 'user' | 'staff' ? Actor : Actor | undefined;
  /** The call without its session, for calls that anybody may make. */
  visitor: Visitor;
  log: Logger;
  /** Adds a header to the response, for the few calls that need one. */
  setHeader(name: string, value: string): void;
};

/**
 * Finds the owner of a bearer token; undefined if it is not valid. `isOwn` is false for automatic calls of a
 * page.
 */
export type Authenticate = (token: string, isOwn: boolean) => Promise<SessionOwner | undefined>;

/** Counts a large body of a person. Throws RATE_LIMIT_EXCEEDED above the limit. */
export type CountLargeBody = (userId: number) => Promise<void>;

declare module 'fastify' {
  interface FastifyInstance {
    authenticate: Authenticate;
    countLargeBody: CountLargeBody;
  }
}

/** Longer bodies are read only for people with a verified address, so many in a while. */
const LARGE_BODY_BYTES = 64 * 1024;

/**
 * Registers a call of the contract, which defines validation, authentication and the response schema, so that
 * a handler only calls its use case. Fields beyond the response schema never leave the server.
 */
export function route<const C extends Call>(
  app: FastifyInstance,
  call: C,
  handle: (request: RouteRequest<C>) => Promise<z.input<C['response']>>,
): void {
  app.route({
    method: call.method,
    url: call.path,
    ...(call.bodyLimit ? { bodyLimit: call.bodyLimit } : {}),
    schema: {
      tags: [call.tag],
      summary: call.summary,
      ...(call.access !== 'public' ? { security: [{ bearer: [] }] } : {}),
      ...(call.params ? { params: call.params } : {}),
      ...(call.query ? { querystring: call.query } : {}),
      ...(call.body ? { body: call.body } : {}),
      response: { ...(call.file ? {} : { 200: call.response }), '4xx': errorBody, '5xx': errorBody },
    },
    // Before the body is read: somebody who is not signed in gets only that error, and costs no parsing.
    onRequest: async (request) => {
      request.actor = await actorOf(app, request, call);
      if (request.actor && isLarge(request, call)) {
        requireVerified(request.actor, 'send this much');
        await app.countLargeBody(request.actor.userId);
      }
    },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const answer = await handle({
        params: request.params,
        query: request.query,
        body: request.body,
        actor: request.actor,
        visitor: visitorOf(request),
        log: request.log as Logger,
        setHeader: (name: string, value: string) => void reply.header(name, value),
      } as RouteRequest<C>);
      return call.file ? sendFile(reply, call.file, answer as Blob) : reply.send(answer);
    },
  });
}

/** Whether a body may be larger than most calls take. Without a length it may be. */
function isLarge({ headers }: FastifyRequest, { bodyLimit = 0 }: Call): boolean {
  return bodyLimit > LARGE_BODY_BYTES && !(Number(headers['content-length']) <= LARGE_BODY_BYTES);
}

async function sendFile(reply: FastifyReply, type: string, file: Blob): Promise<FastifyReply> {
  const content = Buffer.from(await file.arrayBuffer());
  if (!reply.hasHeader('content-disposition')) reply.header('content-disposition', 'attachment');
  return reply.type(type).send(content);
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | undefined;
  }
}

async function actorOf(
  app: FastifyInstance,
  request: FastifyRequest,
  call: Call,
): Promise<Actor | undefined> {
  const token = bearerToken(request.headers.authorization);
  const owner = token ? await app.authenticate(token, !isBackground(request)) : undefined;
  const actor = owner && { ...owner, ...contextOf(request) };
  if (actor?.view) requireOwnRead(call);
  if (!actor && call.access === 'user') throw new AppError('UNAUTHENTICATED', 'Please sign in to continue.');
  if (call.access === 'staff') requireStaff(actor, call);
  return actor;
}

/** Whatever the call's access is: a view may only read, and stop itself. */
function requireOwnRead(call: Call): void {
  if (!call.ownRead && `${call.method} ${call.path}` !== stopsView)
    throw new AppError('VIEW_ONLY', 'You are viewing this account. Nothing can be changed here.');
}

/** Whether the page made the call automatically: to refresh, or for its stream. */
function isBackground(request: FastifyRequest): boolean {
  return request.headers[BACKGROUND_HEADER] !== undefined;
}

function requireStaff(actor: Actor | undefined, call: Call): void {
  if (!actor) throw new AppError('UNAUTHENTICATED', 'Unauthorized');
  if (!actor.emailVerifiedAt) throw new AppError('EMAIL_NOT_VERIFIED', 'Email not verified');
  const name = `${call.method} ${call.path}`;
  if (!staffMay(actor.roles, name)) throw new AppError('FORBIDDEN', 'You do not have permission to do this.');
  if (!actor.twoFactor && name !== beforeTwoFactor)
    throw new AppError(
      'TWO_FACTOR_REQUIRED_FOR_STAFF',
      'Staff need two-factor authentication. Turn it on to use the console.',
    );
}

function contextOf(request: FastifyRequest): CallContext {
  const { headers, id } = request;
  return { origin: { ip: addressOf(request), userAgent: headers['user-agent'] }, requestId: id };
}

/** The caller of a request without a session, or whose session does not matter. */
export function visitorOf(request: FastifyRequest): Visitor {
  return { ...contextOf(request), userId: null };
}

/** The token of an Authorization header; undefined if it is missing or malformed. */
export function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer ([\w-]{20,200})$/.exec(header ?? '')?.[1];
}
