import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { SandboxContext } from '../context.ts';
import { Failure } from '../http/failure.ts';
import { addFault, playedFaults } from '../x/armed-faults.ts';
import { approve, deny, readAsk } from '../x/authorize.ts';
import { billView } from '../x/bill.ts';
import { seenCreates } from '../x/creates.ts';
import { xFaultKinds } from '../x/faults.ts';
import { expireAccessTokens, issueTokens, openGrant, revokeGrant } from '../x/grants.ts';
import { findOrCreateUser, findUser } from '../x/people.ts';
import { timeOfX, type XEndpoint, type XTweet } from '../x/state.ts';
import { readBody } from './read-body.ts';

const username = z.string().min(1);
const approveBody = z.object({
  authUrl: z.url(),
  username: username.optional(),
  deny: z.boolean().optional(),
});
const faultBody = z.object({
  kind: z.enum(xFaultKinds),
  count: z.int().min(1).nullable().optional(),
  probability: z.number().min(0).max(1).optional(),
  delayMs: z.number().min(0).optional(),
  endpoint: z.string().optional(),
  username: username.optional(),
});
const limitsBody = z.object({
  postsPer15Min: z.int().min(0),
  appPostsPer24Hours: z.int().min(0).nullable().optional(),
});
const rulesBody = z.object({ duplicates: z.boolean() });
const latencyBody = z.object({ ms: z.number().min(0), timelineLagMs: z.number().min(0).optional() });
const creditsBody = z.object({ micros: z.int().nullable() });
const clockBody = z.object({ aheadMs: z.int() });
const grantBody = z.object({ usernames: z.array(username).min(1).max(10_000) });
const personBody = z.object({ username: username.optional() });

const grantedScopes = ['tweet.read', 'tweet.write', 'users.read', 'offline.access'];

/** The control API of X; described in the README. */
export function registerXControl(app: FastifyInstance, context: SandboxContext): void {
  registerTruth(app, context);
  registerTrouble(app, context);
}

function registerTruth(app: FastifyInstance, context: SandboxContext): void {
  app.get<{ Querystring: { username?: string } }>('/x/tweets', async (request) => {
    const state = context.store.state.x;
    const name = request.query.username;
    const only = name ? findUser(state, name) : undefined;
    const lists = name ? [only ? (state.tweets[only.id] ?? []) : []] : Object.values(state.tweets);
    const tweets = lists.flat().sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
    return { tweets: tweets.map((tweet) => truthView(context, tweet)) };
  });

  app.get('/x/bill', async () => billView(context.store.state.x));

  app.post('/x/credits', async (request) => {
    const state = context.store.state.x;
    state.bill.creditsMicros = readBody(creditsBody, request.body).micros;
    context.store.changed();
    return { creditsMicros: state.bill.creditsMicros };
  });

  app.get('/x/creates', async () => ({ creates: seenCreates(context.store.state.x) }));

  app.post('/x/approve', async (request) => {
    const body = readBody(approveBody, request.body);
    const result = readAsk(new URL(body.authUrl).searchParams, context.settings.xClientId);
    if (!result.ok) throw new Failure(400, { error: 'bad_request', message: result.reason });
    if (body.deny) return { redirectUrl: deny(result.ask) };
    const state = context.store.state.x;
    const user = findOrCreateUser(state, body.username ?? 'ada');
    const redirectUrl = approve(state, result.ask, user.id, Date.now());
    context.store.changed();
    return { redirectUrl };
  });

  app.post('/x/grant', async (request) => {
    const state = context.store.state.x;
    const grants = readBody(grantBody, request.body).usernames.map((name) => {
      const user = findOrCreateUser(state, name);
      const tokens = issueTokens(state, openGrant(state, user.id, grantedScopes), Date.now());
      return { username: user.username, userId: user.id, ...tokens };
    });
    context.store.changed();
    return { grants };
  });

  app.post('/x/expire-tokens', async (request) => {
    const userId = ownerOf(context, readBody(personBody, request.body).username);
    const expired = expireAccessTokens(context.store.state.x, userId);
    context.store.changed();
    return { expired };
  });

  app.post('/x/revoke', async (request) => {
    const userId = ownerOf(context, readBody(personBody, request.body).username);
    const state = context.store.state.x;
    const grants = Object.values(state.grants).filter(
      (one) => !one.revoked && (!userId || one.userId === userId),
    );
    for (const grant of grants) revokeGrant(state, grant.id);
    context.store.changed();
    return { revoked: grants.length };
  });
}

function registerTrouble(app: FastifyInstance, context: SandboxContext): void {
  app.get('/x/faults', async () => ({ faults: context.store.state.x.faults }));
  app.get('/x/faults/played', async () => ({ played: playedFaults(context.store.state.x) }));

  app.post('/x/faults', async (request) => {
    const body = readBody(faultBody, request.body);
    const fault = addFault(context.store.state.x, { ...body, endpoint: endpointOf(body.endpoint) });
    context.store.changed();
    return { fault };
  });

  app.delete<{ Querystring: { id?: string } }>('/x/faults', async (request) => {
    const state = context.store.state.x;
    const { id } = request.query;
    const before = state.faults.length;
    state.faults = id ? state.faults.filter((fault) => fault.id !== id) : [];
    context.store.changed();
    return { removed: before - state.faults.length };
  });

  app.post('/x/limits', async (request) => {
    const body = readBody(limitsBody, request.body);
    const state = context.store.state.x;
    state.limits.postsPer15Min = body.postsPer15Min;
    // A raised user limit means a load test, which would hit the app's limit next, so lift that one too.
    if (body.appPostsPer24Hours !== undefined) state.limits.appPostsPer24Hours = body.appPostsPer24Hours;
    else if (body.postsPer15Min > 100) state.limits.appPostsPer24Hours = null;
    context.store.changed();
    return { limits: state.limits };
  });

  app.post('/x/rules', async (request) => {
    const { rules } = context.store.state.x;
    rules.duplicates = readBody(rulesBody, request.body).duplicates;
    context.store.changed();
    return { rules };
  });

  app.post('/x/latency', async (request) => {
    const body = readBody(latencyBody, request.body);
    const state = context.store.state.x;
    state.latencyMs = body.ms;
    state.timelineLagMs = body.timelineLagMs ?? state.timelineLagMs;
    context.store.changed();
    return { ms: state.latencyMs, timelineLagMs: state.timelineLagMs };
  });

  app.post('/x/clock', async (request) => {
    const state = context.store.state.x;
    state.clockAheadMs = readBody(clockBody, request.body).aheadMs;
    context.store.changed();
    return { now: new Date(timeOfX(state)).toISOString() };
  });
}

function ownerOf(context: SandboxContext, name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  const user = findUser(context.store.state.x, name);
  if (user) return user.id;
  throw new Failure(404, { error: 'not_found', message: `Nobody called '${name}' has authorised anything.` });
}

function truthView(context: SandboxContext, tweet: XTweet): Record<string, string> {
  const owner = context.store.state.x.users[tweet.userId];
  return { id: tweet.id, username: owner?.username ?? '', text: tweet.text, createdAt: tweet.createdAt };
}

/** Accepts short names, and endpoints as X's documentation writes them. */
function endpointOf(name: string | undefined): XEndpoint {
  const plain = (name ?? 'tweets')
    .toLowerCase()
    .replace(/^(get|post)\s+/, '')
    .replace(/^(\/x)?\/2\//, '');
  if (plain === 'tweets' || plain === 'create') return 'tweets';
  if (plain === 'me' || plain === 'users/me') return 'me';
  if (plain === 'timeline' || /^users\/[^/]+\/tweets$/.test(plain)) return 'timeline';
  if (plain === 'token' || plain === 'oauth2/token') return 'token';
  if (plain === 'revoke' || plain === 'oauth2/revoke') return 'revoke';
  throw new Failure(400, {
    error: 'bad_request',
    message: `endpoint: '${name}' is none of tweets, me, timeline, token, revoke`,
  });
}
