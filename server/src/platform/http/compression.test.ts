import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true });
});
afterAll(() => app.close());

const get = (url: string, encoding: string, more: Record<string, string> = {}) =>
  app.http.inject({ url, headers: { 'accept-encoding': encoding, ...more } });

test('a long answer comes compressed to who accepts it, and is the same answer', async () => {
  const plain = await get('/api/products', 'identity');
  expect(plain.headers).not.toHaveProperty('content-encoding');
  expect(plain.body.length).toBeGreaterThan(1_024);
  const [brotli, gzip] = [
    await get('/api/products', 'gzip, deflate, br'),
    await get('/api/products', 'gzip, deflate'),
  ];
  expect([brotli.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual(['br', 'gzip']);
  expect(brotli.headers.vary).toContain('accept-encoding');
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body);
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body);
  expect(brotli.rawPayload.length).toBeLessThan(plain.body.length / 2);
});

test('a body that comes compressed is not inflated', async () => {
  const answer = await app.http.inject({
    method: 'POST',
    url: '/api/auth/signin',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    payload: gzipSync(JSON.stringify({ email: 'ada@example.com', password: 'x'.repeat(100_000) })),
  });
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, 'VALIDATION_FAILED']);
});
