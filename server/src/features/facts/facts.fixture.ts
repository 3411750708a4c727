import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Fact, FactFeed } from '@drumbeat/contract/facts/facts.ts';
import { onTestFinished } from 'vitest';
import type { TestApp } from '../../../test/build-app.ts';
import { type Answer, call } from '../../../test/factories.ts';
import type { Actor } from '../../platform/actor.ts';
import { createFeedReader } from '../../providers/news/read-feed.ts';
import type { FactsDeps } from './facts.types.ts';

type Token = { token: string };
type Refusal = { code?: string; message: string; data?: Record<string, unknown> };

/** What the API answers to a person's calls about facts. */
export const factsApi = (app: TestApp) => ({
  list: (person: Token, query = '') =>
    call<{ facts: Fact[]; feeds: FactFeed[]; feedHosts: string[] }>(app, 'GET', `/api/facts${query}`, person),
  add: (person: Token, sheet: string, more: object = {}) =>
    call<{ facts: Fact[]; known: number } & Refusal>(app, 'POST', '/api/facts', {
      token: person.token,
      body: { kind: 'product', sheet, ...more },
    }),
  createFeed: (person: Token, url: string) =>
    call<{ feed: FactFeed } & Refusal>(app, 'POST', '/api/facts/feeds', {
      token: person.token,
      body: { url },
    }),
  act: (person: Token, method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<Answer> =>
    call(app, method, `/api/facts/${path}`, { token: person.token, ...(body ? { body } : {}) }),
});

/** A server of a feed on this machine, for the length of a test; its address without the scheme. */
export async function serveFeed(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A feed of RSS that has these items. */
export function rss(...items: string[]): string {
  return `<?xml version="1.0"?><rss version="2.0"><channel><title>Shop news</title>${items.join('')}</channel></rss>`;
}

/** What the use cases are given, with a reader that takes these hosts for the sandbox's. */
export function depsWith({ platform }: TestApp, hosts: readonly string[], deadlineMs = 15_000): FactsDeps {
  const { db, clock, limits } = platform;
  return { db, clock, limits, feeds: createFeedReader({ hosts, localHosts: hosts, deadlineMs }) };
}

export function actorOf(userId: number): Actor {
  return { userId, origin: { ip: '127.0.0.1' }, requestId: 'request-1' } as Actor;
}
