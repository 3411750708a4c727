import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SandboxContext } from '../context.ts';
import { Failure } from '../http/failure.ts';
import { billReads, requireCredits } from './bill.ts';
import { checkTweetBody, createTweet } from './create-tweet.ts';
import { authenticate, type Caller } from './grants.ts';
import { countCall } from './limits.ts';
import { type MeetingCall, meetFault } from './meet-fault.ts';
import { userView } from './people.ts';
import { problem } from './problems.ts';
import { timeOfX, type XEndpoint, type XTweet } from './state.ts';
import { showTweet } from './text.ts';
import { readTimeline } from './timeline.ts';

/** The v2 calls: create a post, the current user, and a user's posts. */
export function registerXApi(app: FastifyInstance, context: SandboxContext): void {
  app.post('/2/tweets', async (request, reply) => {
    const caller = await enter(context, request, reply, 'tweets', [
      'tweet.read',
      'tweet.write',
      'users.read',
    ]);
    const state = context.store.state.x;
    const publish = (): XTweet => {
      const now = timeOfX(state);
      const text = checkTweetBody(state, caller.user, request.body, now);
      const tweet = createTweet(state, caller.user, text, now);
      context.store.changed();
      return tweet;
    };
    const text = textOf(request.body);
    const call = { endpoint: 'tweets', ...identityOf(caller), text, perform: publish } as const;
    if (await meetFault(context, reply, call)) return reply;
    const tweet = publish();
    reply.status(201);
    return { data: { edit_history_tweet_ids: [tweet.id], id: tweet.id, text: showTweet(tweet).text } };
  });

  app.get('/2/users/me', async (request, reply) => {
    const caller = await enter(context, request, reply, 'me', ['tweet.read', 'users.read']);
    if (await meetFault(context, reply, reading('me', caller))) return reply;
    const state = context.store.state.x;
    billReads(state, 'profileReads', [caller.user.id], timeOfX(state));
    context.store.changed();
    return { data: userView(context, caller.user, queryOf(context, request)) };
  });

  app.get<{ Params: { id: string } }>('/2/users/:id/tweets', async (request, reply) => {
    const caller = await enter(context, request, reply, 'timeline', ['tweet.read', 'users.read']);
    if (await meetFault(context, reply, reading('timeline', caller))) return reply;
    const state = context.store.state.x;
    if (!state.users[request.params.id]) throw notFound(request.params.id);
    const now = timeOfX(state);
    const page = readTimeline(state, request.params.id, queryOf(context, request), now);
    const ids = (page.data ?? []).map(({ id }) => String(id));
    billReads(state, 'postReads', ids, now);
    context.store.changed();
    return page;
  });
}

async function enter(
  context: SandboxContext,
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: XEndpoint,
  scopes: readonly string[],
): Promise<Caller> {
  const { latencyMs } = context.store.state.x;
  if (latencyMs > 0) await sleep(latencyMs);
  const state = context.store.state.x;
  const caller = authenticate(state, request.headers.authorization, scopes, Date.now());
  requireCredits(state);
  reply.headers(countCall(state, endpoint, caller.user.id, timeOfX(state)));
  context.store.changed();
  return caller;
}

function identityOf({ user, grant }: Caller): { username: string; grantId: string } {
  return { username: user.username, grantId: grant.id };
}

/** A read-only call: `…_but_posted` faults have nothing to perform before they drop the answer. */
function reading(endpoint: XEndpoint, caller: Caller): MeetingCall {
  return { endpoint, ...identityOf(caller), perform: () => undefined };
}

function textOf(body: unknown): string | null {
  const text = (body as { text?: unknown } | null)?.text;
  return typeof text === 'string' ? text : null;
}

function queryOf(context: SandboxContext, request: FastifyRequest): URLSearchParams {
  return new URL(request.url, context.publicUrl).searchParams;
}

function notFound(id: string): Failure {
  return new Failure(
    404,
    problem(
      404,
      'Not Found Error',
      `Could not find user with id: [${id}].`,
      'https://api.x.com/2/problems/resource-not-found',
    ),
  );
}
