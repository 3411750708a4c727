import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { buildApp } from '../../../test/build-app.ts';
import { buildUser, call } from '../../../test/factories.ts';
import { mailTo } from '../../../test/mailbox.ts';
import { pageFor } from './static-files.ts';

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

test('a notice stands above everything else', () => {
  const page = pageFor(source, { supportEmail: 'help@real.example', notice: 'Sandbox' });
  expect(page).toMatch(/<body>\s*<p role="note"[^>]*>Sandbox<\/p>/);
  expect(pageFor(source, { supportEmail: 'help@real.example' })).not.toContain('role="note"');
});

test('LAND-14 emails name the same address', async () => {
  const app = await buildApp({ env: { SUPPORT_EMAIL: 'help@real.example' } });
  const { email } = await buildUser(app);
  await call(app, 'POST', '/api/auth/forgot-password', { body: { email } });
  const [mail] = await mailTo(app, email);
  expect(mail?.text).toContain('help@real.example');
});
