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
export type Traffic = { statements: Asked[]; requests: string[] };

/** Records from then on, each time until it is taken. Nothing is changed on the way. */
export function recordTraffic(pool: pg.Pool): { take(): Traffic; isAtRest(): boolean } {
  let traffic: Traffic = { statements: [], requests: [] };
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
    traffic.requests.push(requestLine(address, init));
    return send(address, init);
  });
  const onRequest = (message: unknown) =>
    watchRequest((message as { request: ClientRequest }).request, (line) => traffic.requests.push(line));
  subscribe(CREATED, onRequest);
  onTestFinished(() => void unsubscribe(CREATED, onRequest));
  return {
    take() {
      const taken = traffic;
      traffic = { statements: [], requests: [] };
      return taken;
    },
    isAtRest: () => pool.idleCount === pool.totalCount && pool.waitingCount === 0,
  };
}

/** Tells of a request when its body is complete. A key of ours that makes it happen only once is part of it. */
function watchRequest(request: ClientRequest, tell: (line: string) => void): void {
  let body = '';
  const watch = (name: 'write' | 'end') => {
    const send = request[name].bind(request) as (...given: unknown[]) => never;
    request[name] = (...given: unknown[]) => {
      if (typeof given[0] === 'string') body += given[0];
      if (name === 'end')
        tell(`${requestLine(addressOf(request), { method: request.method, body })}${keyOf(request)}`);
      return send(...given);
    };
  };
  watch('write');
  watch('end');
}

const addressOf = (request: ClientRequest) =>
  `${request.protocol}//${request.getHeader('host')}${decodeURIComponent(request.path)}`;

function keyOf(request: ClientRequest): string {
  const key = request.getHeader('idempotency-key');
  return typeof key === 'string' && !key.startsWith('stripe-node-retry') ? ` once as ${inPlain(key)}` : '';
}

function asked(statement: string | Query, values?: unknown): Asked {
  const text = typeof statement === 'string' ? statement : statement.text;
  const own = typeof statement === 'string' ? undefined : statement.values;
  return { text, values: Array.isArray(values) ? values : (own ?? []) };
}

function requestLine(address: string | URL | Request, init: RequestInit = {}): string {
  const url = address instanceof Request ? address.url : String(address);
  const body = init.body ? bodyOf(String(init.body)) : '';
  const method = init.method ?? (address instanceof Request ? address.method : 'GET');
  return inPlain(`${method.toUpperCase()} ${url}${body === '' ? '' : ` ${body}`}`);
}

/** JSON as a value, and so a form, as Stripe's are. */
function bodyOf(text: string): string {
  try {
    return inPlain(JSON.parse(text));
  } catch {
    return /^[\w[\].%]+=/.test(text) ? inPlain(Object.fromEntries(new URLSearchParams(text))) : text;
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
