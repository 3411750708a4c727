import { createHash, randomBytes } from 'node:crypto';
import type { Settings } from '../src/config.ts';
import { type RunningSandbox, startSandbox } from '../src/start.ts';

/** The scopes that the application asks for. */
const allScopes = 'tweet.read tweet.write users.read offline.access';
const callback = 'http://127.0.0.1:3000/api/oauth/x/callback';

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The body, when it is JSON. */
  json: never;
}

export interface Tokens {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  scope: string;
  token_type: string;
}

export interface Bench extends RunningSandbox {
  send(method: string, path: string, options?: SendOptions): Promise<Answer>;
  /** A control call that must succeed; returns its body. */
  control<T = Record<string, never>>(method: string, path: string, body?: object): Promise<T>;
  token(form: Record<string, string>, basic?: string): Promise<Answer>;
  /** Goes through the whole of OAuth as that person. */
  connect(username: string, scopes?: string): Promise<Tokens>;
  tweet(tokens: Tokens, text: string): Promise<Answer>;
  tweets(username: string): Promise<{ id: string; text: string; createdAt: string }[]>;
}

interface SendOptions {
  headers?: Record<string, string>;
  json?: unknown;
  form?: Record<string, string>;
  signal?: AbortSignal;
}

/** A sandbox of its own on free ports, with the calls that tests make. */
export async function startBench(options: Partial<Settings> = {}): Promise<Bench> {
  const sandbox = await startSandbox({ port: 0, smtpPort: 0, dataDir: ':memory:', ...options });

  async function send(method: string, path: string, sent: SendOptions = {}): Promise<Answer> {
    const headers: Record<string, string> = { ...sent.headers };
    const init: RequestInit = { method, headers, redirect: 'manual' };
    if (sent.signal) init.signal = sent.signal;
    if (sent.json !== undefined) {
      headers['content-type'] = 'application/json';
      init.body = JSON.stringify(sent.json);
    }
    if (sent.form) init.body = new URLSearchParams(sent.form);
    const response = await fetch(path.startsWith('http') ? path : sandbox.url + path, init);
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    const json = (isJson ? JSON.parse(text) : undefined) as never;
    return { status: response.status, headers: response.headers, text, json };
  }

  async function control<T>(method: string, path: string, body?: object): Promise<T> {
    const answer = await send(method, `/sandbox${path}`, body ? { json: body } : {});
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.json as T;
  }

  function token(form: Record<string, string>, basic = clientBasic): Promise<Answer> {
    return send('POST', '/x/2/oauth2/token', { form, headers: { authorization: basic } });
  }

  async function connect(username: string, scopes = allScopes): Promise<Tokens> {
    const pkce = makePkce();
    const { redirectUrl } = await control<{ redirectUrl: string }>('POST', '/x/approve', {
      authUrl: authorizeUrl(sandbox.url, pkce.challenge, { scope: scopes }),
      username,
    });
    const code = new URL(redirectUrl).searchParams.get('code') ?? '';
    return (await token(codeForm(code, pkce.verifier))).json as Tokens;
  }

  return {
    ...sandbox,
    send,
    control,
    token,
    connect,
    tweet: (tokens, text) => send('POST', '/x/2/tweets', { json: { text }, headers: bearer(tokens) }),
    tweets: async (username) =>
      (await control<{ tweets: never[] }>('GET', `/x/tweets?username=${username}`)).tweets,
  };
}

/** The credentials of the default client. */
const clientBasic = `Basic ${Buffer.from('sandbox-x-client:sandbox-x-secret').toString('base64')}`;

export function bearer(tokens: Tokens): Record<string, string> {
  return { authorization: `Bearer ${tokens.access_token}` };
}

export function makePkce(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

export function authorizeUrl(base: string, challenge: string, changes: Record<string, string> = {}): string {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: 'sandbox-x-client',
    redirect_uri: callback,
    scope: allScopes,
    state: 'state-1',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...changes,
  });
  return `${base}/x/i/oauth2/authorize?${query}`;
}

function codeForm(code: string, verifier: string): Record<string, string> {
  return { grant_type: 'authorization_code', code, redirect_uri: callback, code_verifier: verifier };
}

export function refreshForm(token: string): Record<string, string> {
  return { grant_type: 'refresh_token', refresh_token: token };
}
