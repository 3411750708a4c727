import type { Clock } from '../../platform/clock.ts';
import { postJson } from './post-json.ts';
import { readPosts } from './read-posts.ts';
import { CALL_DEADLINE_MS, OUT_OF_CREDITS } from './x.rules.ts';
import { type PublishOutcome, type XClient, XError, type XTokens } from './x.ts';
import {
  createdReply,
  createXTime,
  isDeadGrant,
  isDuplicate,
  isOwnProblem,
  isOwnRefusal,
  profileReply,
  reasonOf,
  tokenReply,
  waitOf,
} from './x-replies.ts';

type Settings = { clientId: string; clientSecret: string; apiUrl: string; webUrl: string };

const SCOPES = 'tweet.read tweet.write users.read offline.access';
/** Long, because after an early timeout X has invalidated the old token, and we never get the new one. */
const RENEWAL_DEADLINE_MS = 60_000;

/** Deadlines for a call and for a token renewal, in milliseconds. */
type Deadlines = { callMs: number; renewalMs: number };

type Reply = { status: number; headers: Headers; body: unknown };

/**
 * Our own small client: the available packages lack per-call deadlines or headers of successful responses, or
 * retry on their own.
 */
export function createXClient(settings: Settings, clock: Clock, deadlines: Partial<Deadlines> = {}): XClient {
  const { callMs = CALL_DEADLINE_MS, renewalMs = RENEWAL_DEADLINE_MS } = deadlines;
  const time = createXTime();
  const basic = Buffer.from(`${settings.clientId}:${settings.clientSecret}`).toString('base64');

  async function send(path: string, init: RequestInit, deadlineMs = callMs): Promise<Reply> {
    const response = await fetch(`${settings.apiUrl}${path}`, {
      ...init,
      redirect: 'manual',
      signal: AbortSignal.timeout(deadlineMs),
    });
    return read({ status: response.status, headers: response.headers, text: await response.text() });
  }

  function read({ status, headers, text }: { status: number; headers: Headers; text: string }): Reply {
    const body = parseJson(text);
    // Only from X's own JSON: a proxy's page would carry the proxy's time.
    if (body !== undefined) time.learn(headers);
    return { status, headers, body };
  }

  /** When X accepts calls again, by our clock; X states it by its own, which may differ by seconds. */
  function resetOf(headers: Headers): Date {
    const now = clock.now();
    return new Date(now.getTime() + waitOf(headers, time.now() ?? now));
  }

  /** Makes a call that the caller may retry. Throws XError for anything but a 2xx. */
  async function ask(path: string, init: RequestInit, deadlineMs = callMs): Promise<unknown> {
    const reply = await send(path, init, deadlineMs).catch((error: unknown) => {
      throw new XError('unavailable', 'X did not answer', { cause: error });
    });
    if (reply.status >= 200 && reply.status < 300) return reply.body;
    if (reply.status === 429) {
      throw new XError('rate_limited', 'X asks us to wait', { until: resetOf(reply.headers) });
    }
    if (reply.status >= 500) throw new XError('unavailable', reasonOf(reply.status, reply.body));
    // That says nothing about this account, and a proxy's answer says nothing about X.
    if (reply.status === OUT_OF_CREDITS || !isOwnRefusal(reply.body))
      throw new XError('unavailable', reasonOf(reply.status, reply.body));
    if (isDeadGrant(reply.body)) throw new XError('grant_dead', 'X no longer accepts this grant');
    if (reply.status === 401) throw new XError('unauthorized', reasonOf(reply.status, reply.body));
    throw new XError('refused', reasonOf(reply.status, reply.body));
  }

  function form(fields: Record<string, string>): RequestInit {
    return {
      method: 'POST',
      headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    };
  }

  async function tokens(fields: Record<string, string>, deadlineMs = callMs): Promise<XTokens> {
    const reply = tokenReply.safeParse(await ask('/2/oauth2/token', form(fields), deadlineMs));
    if (!reply.success) throw new XError('unavailable', 'X answered without tokens');
    const { access_token, refresh_token, expires_in } = reply.data;
    return { accessToken: access_token, refreshToken: refresh_token, expiresInSeconds: expires_in };
  }

  return {
    authorizeUrl({ state, codeChallenge, redirectUri }) {
      const url = new URL(`${settings.webUrl}/i/oauth2/authorize`);
      const parameters = {
        response_type: 'code',
        client_id: settings.clientId,
        redirect_uri: redirectUri,
        scope: SCOPES,
        state,
        code_challenge: codeChallenge,
        code_challenge_method: 'S256',
      };
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
      return url.href;
    },
    exchangeCode: ({ code, codeVerifier, redirectUri }) =>
      tokens({
        grant_type: 'authorization_code',
        code,
        code_verifier: codeVerifier,
        redirect_uri: redirectUri,
        client_id: settings.clientId,
      }),
    refreshTokens: (refreshToken) =>
      tokens(
        { grant_type: 'refresh_token', refresh_token: refreshToken, client_id: settings.clientId },
        renewalMs,
      ),
    async revoke(token) {
      await ask('/2/oauth2/revoke', form({ token, client_id: settings.clientId }));
    },
    async profile(accessToken) {
      const reply = profileReply.safeParse(
        await ask('/2/users/me?user.fields=profile_image_url', bearer(accessToken)),
      );
      if (!reply.success) throw new XError('unavailable', 'X answered without a profile');
      const { id, username, profile_image_url } = reply.data.data;
      return { twitterUserId: id, username, imageUrl: profile_image_url ?? null };
    },
    async publishPost(accessToken, text, mayBegin = () => true) {
      const result = await postJson(new URL(`${settings.apiUrl}/2/tweets`), {
        ...bearer(accessToken),
        body: JSON.stringify({ text }),
        deadlineMs: callMs,
        mayBegin,
      });
      if (result.kind === 'unanswered') return { kind: 'unknown', reason: result.reason };
      return result.kind === 'answered' ? outcomeOf(read(result), resetOf) : result;
    },
    recentPosts: (accessToken, twitterUserId, wanted) =>
      readPosts((path) => ask(path, bearer(accessToken)), time, twitterUserId, wanted),
  };
}

function bearer(accessToken: string): { headers: Record<string, string> } {
  return { headers: { authorization: `Bearer ${accessToken}` } };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function outcomeOf(reply: Reply, resetOf: (headers: Headers) => Date): PublishOutcome {
  const { status, body } = reply;
  if (status >= 200 && status < 300) {
    const created = createdReply.safeParse(body);
    return created.success
      ? { kind: 'posted', tweetId: created.data.data.id }
      : { kind: 'unknown', reason: 'unreadable_answer' };
  }
  if (status >= 500) return { kind: 'unknown', reason: 'server_error' };
  if (status === 429 && (isOwnProblem(body) || reply.headers.has('x-rate-limit-reset')))
    return { kind: 'rate_limited', until: resetOf(reply.headers) };
  // A proxy or gateway answered: only X knows whether it published the post.
  if (!isOwnProblem(body) || !isVerdict(status)) return { kind: 'unknown', reason: 'unreadable_answer' };
  if (status === 401) return { kind: 'unauthorized' };
  if (isDuplicate(status, body)) return { kind: 'duplicate' };
  return { kind: 'refused', status, reason: reasonOf(status, body) };
}

/** Redirects, proxy authentication and request timeouts say nothing about the post. */
function isVerdict(status: number): boolean {
  return status >= 400 && status !== 407 && status !== 408;
}
