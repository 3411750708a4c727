import { sql } from 'drizzle-orm';
import { test } from 'vitest';
import type { TestApp } from '../../../test/build-app.ts';
import { buildUser, comeBack, PASSWORD } from '../../../test/factories.ts';
import { openKeptPage } from '../../../test/kept-calls.ts';
import { mailTo } from '../../../test/mailbox.ts';
import {
  failedSignIns,
  resetLinkChecks,
  resetMailsByAddress,
  resetMailsByEmail,
  resetMailsInAll,
  resetsByAddress,
  wrongConfirmations,
} from '../../platform/limits.ts';
import { queues } from '../../platform/queues.ts';
import { hashToken } from '../../platform/secrets.ts';
import { builtCode, useUp } from './auth.fixture.ts';

const NEW = 'Battery-staple-8';

async function mailedToken(app: TestApp): Promise<string> {
  const link = (await mailTo(app, 'ada@example.com'))
    .at(-1)
    ?.links.find((each) => each.includes('/reset-password'));
  return new URL(link ?? '').searchParams.get('token') ?? '';
}

test('docs/calls/passwords.md says what the calls of changing and resetting a password answer and do', async () => {
  const page = await openKeptPage({ TRUST_PROXY: '1' });
  const { app, ask } = page;
  const { db } = app.platform;
  const ada = await buildUser(app, { email: 'ada@example.com' });
  const bob = await buildUser(app, { email: 'bob@example.com', roles: ['tester'] });
  const headers = { 'x-forwarded-for': '2001:db8:7:1::9' };
  const network = '2001:db8:7:1::/64';
  const change = '/api/auth/change-password';
  const right = { currentPassword: PASSWORD, newPassword: NEW };

  await ask('POST', change, {
    as: ada,
    body: { ...right, currentPassword: 'Wrong-horse-7' },
    note: 'with a wrong one',
  });
  await ask('POST', change, { as: ada, body: { ...right, newPassword: PASSWORD }, note: 'to the same' });
  await ask('POST', change, {
    as: ada,
    body: { ...right, newPassword: 'Drumbeat-2026' },
    note: 'to the name of the product',
  });
  await ask('POST', change, {
    as: ada,
    body: { currentPassword: '', newPassword: 'short' },
    note: 'with nothing right',
  });
  await page.prepare(async () => {
    await comeBack(app, { ...ada });
    await db.execute(sql`
      insert into email_tokens (user_id, purpose, token_hash, created_at, expires_at)
      select u, p::text, p || u, ${app.clock.now()}, ${app.clock.now()}
      from unnest(array[${ada.id}, ${bob.id}]::bigint[]) u, unnest(array['reset_password', 'verify_email']) p`);
  });
  await ask('POST', change, { as: ada, body: right, headers, note: 'with another session and a link open' });
  await ask('POST', change, { as: bob, body: right, note: 'without the code' });
  await ask('POST', change, { as: bob, body: { ...right, code: '000000' }, note: 'with a wrong code' });
  await ask('POST', change, {
    as: bob,
    body: { ...right, code: ` ${builtCode(app)} ` },
    note: 'with a code',
  });
  await page.prepare(() => useUp(app, wrongConfirmations, ada.id));
  const wrong = { currentPassword: 'Wrong-horse-7', newPassword: 'Other-horse-9' };
  await ask('POST', change, { as: ada, body: wrong, note: 'wrong for the last time' });
  await ask('POST', change, { as: ada, body: wrong, note: 'after too many' });

  const forgot = '/api/auth/forgot-password';
  await page.prepare(async () => {
    await app.platform.jobs.drain();
    await db.execute(sql`delete from email_tokens`);
  });
  const asked = { body: { email: ' Ada@example.com' }, headers };
  await ask('POST', forgot, asked);
  const { rows } = await db.execute(sql`select data from pgboss.job where name = ${queues.sendResetLink}`);
  await page.step('the queues', () => app.platform.jobs.drain());
  const link = await page.prepare(() => mailedToken(app));
  await page.prepare(() => app.platform.jobs.enqueue(db, queues.sendResetLink, rows[0]?.data as object));
  await page.step('the queues, with the same request once more', () => app.platform.jobs.drain());
  await ask('POST', forgot, { body: { email: 'nobody@example.com' }, headers, note: 'of nobody' });
  await page.step('the queues, with the address of nobody', () => app.platform.jobs.drain());
  await ask('POST', forgot, { body: { email: 'nobody' }, headers, note: 'without an address' });
  page.advance(1_000);
  await ask('POST', forgot, { ...asked, note: 'a second later' });
  await page.step('the queues, a second later', () => app.platform.jobs.drain());
  const second = await page.prepare(() => mailedToken(app));
  const pair = hashToken(`ada@example.com ${network}`);
  for (const [limit, key, name] of [
    [resetMailsInAll, hashToken('ada@example.com'), 'of one address'],
    [resetMailsByEmail, pair, 'of one address from a network'],
    [resetMailsByAddress, network, 'from a network'],
  ] as const) {
    await page.prepare(() => useUp(app, limit, key));
    await ask('POST', forgot, { ...asked, note: `the last ${name}` });
    await ask('POST', forgot, { ...asked, note: `too many ${name}` });
    await page.prepare(() => db.execute(sql`delete from rate_limits where key like 'forgot%'`));
  }

  const check = '/api/auth/verify-reset-token';
  await ask('GET', `${check}/${link}`, { headers });
  await ask('GET', `${check}/unknown`, { headers, note: 'unknown' });
  await page.prepare(() =>
    db.execute(sql`update email_tokens set purpose = 'verify_email' where token_hash = ${hashToken(second)}`),
  );
  await ask('GET', `${check}/${second}`, { headers, note: 'of another purpose' });
  await page.prepare(() =>
    db.execute(
      sql`update email_tokens set purpose = 'reset_password', used_at = created_at where token_hash = ${hashToken(second)}`,
    ),
  );
  await ask('GET', `${check}/${second}`, { headers, note: 'used' });
  await page.prepare(() => useUp(app, resetLinkChecks, network));
  page.advance(3_600_000 - 2_000);
  await ask('GET', `${check}/${link}`, { note: 'a second before it expires' });
  page.advance(1_000);
  await ask('GET', `${check}/${link}`, { note: 'expired' });
  await page.prepare(() => useUp(app, resetLinkChecks, network));
  await ask('GET', `${check}/unknown`, { headers, note: 'the last from a network' });
  await ask('GET', `${check}/unknown`, { headers, note: 'too many from a network' });

  const reset = '/api/auth/reset-password';
  await ask('POST', reset, { body: { token: link, newPassword: NEW }, headers, note: 'expired' });
  await page.prepare(async () => {
    await db.execute(
      sql`update email_tokens set expires_at = ${new Date(app.clock.now().getTime() + 1_000)}, used_at = null`,
    );
    await comeBack(app, ada);
    await useUp(app, failedSignIns, pair);
    await useUp(app, failedSignIns, hashToken(`bob@example.com ${network}`), 3);
  });
  const guessed = { token: link, newPassword: 'Ada@Example.com1' };
  await ask('POST', reset, { body: guessed, headers, note: 'to the address' });
  await ask('POST', reset, { body: { token: link, newPassword: 'weak' }, headers, note: 'to a weak one' });
  await ask('POST', reset, { body: { token: link, newPassword: PASSWORD }, headers });
  await ask('POST', reset, {
    body: { token: second, newPassword: PASSWORD },
    headers,
    note: 'with another link, after one was used',
  });
  await page.prepare(() => useUp(app, resetsByAddress, network));
  await ask('POST', reset, {
    body: { token: link, newPassword: PASSWORD },
    headers,
    note: 'the last from a network',
  });
  await ask('POST', reset, {
    body: { token: link, newPassword: PASSWORD },
    headers,
    note: 'too many from a network',
  });
  await page.expectKept('passwords');
});
