import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { buildApp } from '../../../test/build-app.ts';
import { buildUser, call } from '../../../test/factories.ts';
import { mailTo } from '../../../test/mailbox.ts';
import { pageFor, readPages, sendPage } from './pages.ts';

const source = readFileSync(new URL('../../../../web/index.html', import.meta.url), 'utf8');

test("LAND-14 the page carries the configuration's address for support, and no other", () => {
  const page = pageFor(source, { supportEmail: 'help@real.example' });
  expect(page).toContain('<meta name="support-email" content="help@real.example" />');
  expect(page).not.toContain('support@drumbeat.example');
});

test('LAND-14 an address is text, never markup', () => {
  const page = pageFor(source, { supportEmail: '"><b>&$1@real.example' });
  expect(page).toContain('content="&quot;>&lt;b>&amp;$1@real.example"');
});

test('LAND-14 emails name the same address', async () => {
  const app = await buildApp({ env: { SUPPORT_EMAIL: 'help@real.example' } });
  const { email } = await buildUser(app);
  await call(app, 'POST', '/api/auth/forgot-password', { body: { email } });
  const [mail] = await mailTo(app, email);
  expect(mail?.text).toContain('help@real.example');
});

const SCRIPT = "document.title = 'first'";

/** A server of pages as the build writes them. */
function servePages() {
  const folder = `${mkdtempSync(join(tmpdir(), 'pages-'))}/`;
  const html = (name: string) =>
    `<meta name="support-email" content="x"><script>${SCRIPT}</script><script type="module" src="/a.js"></script><body>${name}`;
  for (const name of ['auth', 'app']) writeFileSync(`${folder}${name}.html`, html(name));
  const known = [
    { name: 'auth', at: ['/auth', '/reset-password'] },
    { name: 'app', at: [] },
  ];
  writeFileSync(`${folder}pages.json`, JSON.stringify(known));
  const pages = readPages(folder, { supportEmail: 'help@real.example' });
  const app = fastify();
  app.get('/*', (request, reply) =>
    sendPage(request, reply.header('content-security-policy', "script-src 'self';img-src 'self'"), pages),
  );
  return (url: string, encoding = '') =>
    app.inject({ url, headers: encoding ? { 'accept-encoding': encoding } : {} });
}

test('each address gets its own page, whatever its query; every other one the page of the app', async () => {
  const get = servePages();
  const pageAt = async (url: string) => /<body>(.*)/.exec((await get(url)).body)?.[1];
  expect(await pageAt('/auth')).toBe('auth');
  expect(await pageAt('/reset-password?token=x')).toBe('auth');
  expect(await pageAt('/auth/')).toBe('app');
  expect(await pageAt('/dashboard')).toBe('app');
  expect((await get('/auth')).body).toContain('content="help@real.example"');
});

test('the script in a page may run by its hash, and no other', async () => {
  const { headers } = await servePages()('/auth');
  const hash = createHash('sha256').update(SCRIPT).digest('base64');
  expect(headers['content-security-policy']).toBe(`script-src 'self' 'sha256-${hash}';img-src 'self'`);
});

test('a page comes compressed to who accepts it, and is never kept', async () => {
  const get = servePages();
  const [plain, brotli, gzip] = [
    await get('/auth'),
    await get('/auth', 'gzip, br'),
    await get('/auth', 'gzip'),
  ];
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body);
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body);
  expect(gzip.headers['content-encoding']).toBe('gzip');
  for (const { headers } of [plain, brotli, gzip])
    expect(headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': 'text/html; charset=utf-8',
      vary: 'accept-encoding',
    });
});
