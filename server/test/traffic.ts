/** What the server asks its database and the providers while something is done. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import type pg from 'pg';
import { onTestFinished, vi } from 'vitest';
import { inPlain } from './in-plain.ts';

/** Requests that are not made with `fetch`: a post of ours to X. */
const CREATED = 'http.client.request.created';

type Query = pg.QueryConfig & { values?: unknown[] };
type Asked = { text: string; values: readonly unknown[] };
type Sent = { line: string; body: string };
export type Traffic = { statements: Asked[]; requests: string[] };

/** Records from then on, each time until it is taken. Nothing is changed on the way. */
export function recordTraffic(pool: pg.Pool): { take(): Traffic; isAtRest(): boolean } {
  let traffic: { statements: Asked[]; requests: Sent[] } = { statements: [], requests: [] };
  const watched = new WeakSet<pg.PoolClient>();
  pool.on('acquire', (client) => {
    if (watched.has(client)) return;
    watched.add(client);
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    client.query = ((...given: [string | Query, unknown[]?]) => {
      traffic.statements.push(asked(...given));
      return query(...given);
    }) as typeof client.query;
  });
  const send = globalThis.fetch;
  vi.stubGlobal('fetch', (address: string | URL | Request, init?: RequestInit) => {
    traffic.requests.push({ line: requestLine(address, init), body: '' });
    return send(address, init);
  });
  const onRequest = (message: unknown) => {
    const { request } = message as { request: ClientRequest };
    const end = request.end.bind(request) as (...given: unknown[]) => ClientRequest;
    request.end = ((...given: unknown[]) => {
      const url = `${request.protocol}//${request.host}:${request.socket?.remotePort}${request.path}`;
      const body = typeof given[0] === 'string' ? given[0] : null;
      traffic.requests.push(requestLine(url, { method: request.method, body }));
      return end(...given);
    }) as typeof request.end;
  };
  subscribe(CREATED, onRequest);
  onTestFinished(() => void unsubscribe(CREATED, onRequest));
  return {
    take() {
      const taken = traffic;
      traffic = { statements: [], requests: [] };
      return { ...taken, requests: taken.requests.map(({ line, body }) => `${line}${formOf(body)}`) };
    },
    isAtRest: () => pool.idleCount === pool.totalCount && pool.waitingCount === 0,
  };
}

/** Stripe's own client sends with `http.request`, and forms instead of JSON. */
function recordStripe(record: (sent: Sent) => void): void {
  const request = http.request;
  const watching = ((options: http.RequestOptions, ...rest: []) => {
    const made = request(options, ...rest);
    const { 'Idempotency-Key': key } = (options.headers ?? {}) as Record<string, string>;
    const address = `http://${options.host}:${options.port}${decodeURIComponent(options.path ?? '')}`;
    const isOurKey = key && !key.startsWith('stripe-node-retry');
    const line = `${options.method} ${address}${isOurKey ? ` once as ${key}` : ''}`;
    const sent = { line: inPlain(line), body: '' };
    record(sent);
    const write = made.write.bind(made) as (chunk: string) => boolean;
    made.write = ((chunk: string) => {
      sent.body += chunk;
      return write(chunk);
    }) as typeof made.write;
    return made;
  }) as typeof http.request;
  http.request = watching;
  onTestFinished(() => {
    http.request = request;
  });
}

const formOf = (body: string) =>
  body === '' ? '' : ` ${inPlain(Object.fromEntries(new URLSearchParams(body)))}`;

function asked(statement: string | Query, values?: unknown): Asked {
  const text = typeof statement === 'string' ? statement : statement.text;
  const own = typeof statement === 'string' ? undefined : statement.values;
  return { text, values: Array.isArray(values) ? values : (own ?? []) };
}

function requestLine(address: string | URL | Request, init: RequestInit = {}): string {
  const url = address instanceof Request ? address.url : String(address);
  const body = init.body === undefined || init.body === null ? '' : bodyOf(String(init.body));
  const method = init.method ?? (address instanceof Request ? address.method : 'GET');
  return inPlain(`${method.toUpperCase()} ${url}${body === '' ? '' : ` ${body}`}`);
}

function bodyOf(text: string): string {
  try {
    return inPlain(JSON.parse(text));
  } catch {
    return text;
  }
}

const CLAUSES =
  /\s(from|where|group by|order by|limit|set|values|returning|on conflict|left join|inner join|union all|for (?:no key )?update)\s/g;

/** The text of a statement without quotes, a clause a line, and several placeholders in a row as one. */
export function laidOut(text: string): string {
  return text
    .replace(/--[^\n]*\n/g, ' ')
    .replaceAll('"', '')
    .replace(/\s+/g, ' ')
    .replace(/\(\$\d+(, ?\$\d+)+\)/g, '($…)')
    .replace(/(\(\$…\))(, \(\$…\))+/g, '($…), …')
    .trim()
    .replace(CLAUSES, '\n  $1 ')
    .replace(/(.{90,110}?[,(]) /g, '$1\n    ');
}
