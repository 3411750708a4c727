import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import type { TestApp } from '../../../../test/build-app.ts';
import { type BuiltUser, call } from '../../../../test/factories.ts';

/** Has an app listen; returns its port. */
export async function listenOn(app: TestApp): Promise<number> {
  await app.http.listen({ port: 0, host: '127.0.0.1' });
  return (app.http.server.address() as AddressInfo).port;
}

/** A token that opens one stream of this person. */
export async function streamToken(app: TestApp, user: BuiltUser): Promise<string> {
  const answer = await call<{ token: string }>(app, 'POST', '/api/sse/token', {
    token: user.token,
    body: { purpose: 'posts_stream' },
  });
  expect(answer.status).toBe(200);
  return answer.body.token;
}

/** Opens a stream, from an earlier id where one is given, and collects what it receives. */
export async function openStream(port: number, token: string, lastEventId?: string) {
  const query = new URLSearchParams({ token, ...(lastEventId ? { lastEventId } : {}) });
  const request = get({ port, host: '127.0.0.1', path: `/api/posts/stream?${query}` });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  let text = '';
  const heard: (() => void)[] = [];
  response.on('data', (chunk: Buffer) => {
    text += chunk.toString();
    for (const tell of heard.splice(0)) tell();
  });
  return {
    status: response.statusCode,
    headers: response.headers,
    text: () => text,
    /** The names of the events so far, in their order. */
    events: () => [...text.matchAll(/^event: (\w+)$/gm)].map((match) => match[1]),
    /** The last id, as a browser remembers it. */
    lastId: () => [...text.matchAll(/^id: (\d+)$/gm)].at(-1)?.[1] ?? '',
    /** Resolves once the stream has received this text. */
    async says(part: string): Promise<void> {
      while (!text.includes(part)) await new Promise<void>((resolve) => heard.push(resolve));
    },
    ends: () => once(response, 'close'),
    close: () => request.destroy(),
  };
}
