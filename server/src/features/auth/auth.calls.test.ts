import argon2 from '@node-rs/argon2';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { buildUser, PASSWORD } from '../../../test/factories.ts';
import { openKeptPage } from '../../../test/kept-calls.ts';
import { failedSignIns, missesOfAccount, missesOfNetwork, signUpsByAddress } from '../../platform/limits.ts';
import { hashToken } from '../../platform/secrets.ts';
import { lastLinkToken, useUp } from './auth.fixture.ts';

const CHROME = 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36';
const from = (ip: string, userAgent = '') => ({ 'x-forwarded-for': ip, 'user-agent': userAgent });

test('docs/calls/sign-up.md says what the calls of signing up and verifying answer and do', async () => {
  const page = await openKeptPage({ TRUST_PROXY: '1' });
  const { app, ask } = page;
  const { db } = app.platform;
  const staff = await buildUser(app, { email: 'staff@example.com', roles: ['support'] });
  const path = '/api/auth/signup';
  const given = { email: ' Ada@Example.com', password: PASSWORD, niche: ' Chess ' };

  const headers = from('203.0.113.9', CHROME);
  const full = { ...given, emailConsent: true, timeZone: 'Asia/Kolkata' };
  const ada = await ask<{ token: string }>('POST', path, { body: full, headers });
  const adasLink = await lastLinkToken(app, 'ada@example.com');
  const rest = {
    body: { ...given, email: 'bob@example.com', niche: 'Gaming' },
    headers: from('2001:db8:7:1::9'),
  };
  const bob = await ask<{ token: string }>('POST', path, { ...rest, note: 'from an unknown device' });
  await ask('POST', path, { body: given, headers, note: 'with an address that has an account' });
  const niche = { ...given, niche: 'Snails' };
  await ask('POST', path, { body: niche, headers, note: 'with an unknown niche' });
  const guessed = { ...given, email: 'grace.hopper@example.com', password: 'Grace.Hopper1906!' };
  await ask('POST', path, { body: guessed, headers, note: 'with their address as the password' });
  const weak = { email: 'nobody', password: '', niche: '' };
  await ask('POST', path, { body: weak, headers, note: 'with nothing right' });
  await page.prepare(() => useUp(app, signUpsByAddress, '2001:db8:7:1::/64'));
  const common = { ...given, password: 'Passw0rd!' };
  const last = { headers: from('2001:db8:7:1::a') };
  await ask('POST', path, { ...last, body: common, note: 'with a common password, the last from a network' });
  await ask('POST', path, { ...last, body: common, note: 'too often from a network' });

  const verify = '/api/auth/verify-email';
  await ask('POST', verify, { body: { token: 'unknown' }, note: 'with an unknown link' });
  const bobsLink = await lastLinkToken(app, 'bob@example.com');
  await page.prepare(() =>
    db.execute(
      sql`update email_tokens set purpose = 'reset_password' where token_hash = ${hashToken(bobsLink)}`,
    ),
  );
  await ask('POST', verify, { body: { token: bobsLink }, note: 'with a link of another purpose' });
  await page.prepare(() =>
    db.execute(
      sql`update email_tokens set purpose = 'verify_email', used_at = created_at where token_hash = ${hashToken(bobsLink)}`,
    ),
  );
  await ask('POST', verify, { body: { token: bobsLink }, note: 'with a used link, and unverified' });

  const again = '/api/auth/resend-verification';
  page.advance(29_000);
  await ask('POST', again, { as: ada, headers, note: 'within half a minute' });
  page.advance(1_000);
  await ask('POST', again, { as: ada, headers, note: 'half a minute after the first' });
  const adasSecond = await lastLinkToken(app, 'ada@example.com');
  const { id } = (await db.execute(sql`select id from users where email = 'ada@example.com'`)).rows[0] as {
    id: number;
  };
  await page.prepare(() =>
    db.execute(sql`insert into email_tokens (user_id, purpose, token_hash, created_at, expires_at)
      select ${id}, purpose, 'hash ' || n, ${app.clock.now()}::timestamptz - interval '1 hour' + n * interval '1 second', now()
      from (values ('verify_email', 0), ('verify_email', 1), ('verify_email', 100), ('verify_email', 200), ('verify_email', 300),
        ('reset_password', 3599)) v (purpose, n)`),
  );
  page.advance(30_000);
  await ask('POST', again, { as: ada, headers, note: 'the sixth within an hour' });
  const resend = `/api/admin/users/${id}/resend-verification`;
  await ask('POST', resend, { as: staff, note: 'the sixth within an hour' });
  await page.prepare(() => db.execute(sql`delete from email_tokens where token_hash like 'hash %'`));
  await ask('POST', resend, { as: staff, body: { reason: 'They wrote to us' } });
  await ask('POST', resend, { as: staff, note: 'at once again' });

  page.advance(86_400_000 - 60_000);
  await ask('POST', verify, { body: { token: adasLink }, headers, note: 'with a link of a day before' });
  page.advance(29_000);
  await ask('POST', verify, {
    body: { token: adasSecond },
    headers,
    note: 'a second before it expires',
  });
  await ask('POST', verify, { body: { token: adasLink }, headers, note: 'already verified' });
  await ask('POST', again, { as: ada, headers, note: 'already verified' });
  const { token } = await buildUser(app, { email: 'later@example.com', roles: ['ops'] });
  await ask('POST', resend, { as: { token }, note: 'for one who is already verified' });
  const left = await buildUser(app, { email: 'left@example.com', verified: false });
  await page.prepare(() => db.execute(sql`update users set deleted_at = now() where id = ${left.id}`));
  await ask('POST', `/api/admin/users/${left.id}/resend-verification`, {
    as: { token },
    note: 'for one who left',
  });
  expect(bob.token).not.toBe(ada.token);
  await page.expectKept('sign-up');
});

test('docs/calls/sign-in.md says what the calls of signing in and out answer and do', async () => {
  const page = await openKeptPage({ TRUST_PROXY: '1' });
  const { app, ask } = page;
  const { db } = app.platform;
  const ada = await buildUser(app, { email: 'ada@example.com', timeZone: 'Asia/Kolkata' });
  await buildUser(app, { email: 'bob@example.com' });
  const path = '/api/auth/signin';
  const right = { email: 'Ada@example.com', password: PASSWORD };
  const wrong = { ...right, password: 'Wrong-horse-7' };
  const ip = '203.0.113.9';
  const headers = from(ip, CHROME);

  await ask('POST', path, { body: wrong, headers, note: 'with a wrong password' });
  const stranger = { ...right, email: 'nobody@example.com' };
  await ask('POST', path, { body: stranger, headers, note: 'with an unknown address' });
  const session = await ask<{ token: string }>('POST', path, { body: right, headers });
  page.advance(1_000);
  const second = {
    as: session,
    body: right,
    headers: from(ip),
    note: 'again in the same tab, from a known network',
  };
  const next = await ask<{ token: string }>('POST', path, second);
  const tried = {
    as: next,
    body: { ...wrong, email: 'bob@example.com' },
    headers,
    note: 'as somebody else, in vain',
  };
  await ask('POST', path, tried);
  const elsewhere = { body: right, headers: from('2001:db8:7:1::9'), note: 'from another network' };
  await ask('POST', path, elsewhere);
  const dated = await argon2.hash(PASSWORD, { memoryCost: 1_024, timeCost: 2, parallelism: 1 });
  await page.prepare(() => db.execute(sql`update passwords set hash = ${dated} where user_id = ${ada.id}`));
  await ask('POST', path, { body: right, headers, note: 'with a hash of another cost' });

  const pair = hashToken(`ada@example.com ${ip}`);
  await page.prepare(() => useUp(app, failedSignIns, pair));
  await ask('POST', path, { body: wrong, headers, note: 'wrong for the last time' });
  await ask('POST', path, { body: right, headers, note: 'after too many of one address from a network' });
  await page.prepare(() => useUp(app, missesOfNetwork, '198.51.100.7'));
  const shared = from('198.51.100.7');
  const others = { ...wrong, email: 'bob@example.com' };
  await ask('POST', path, { body: others, headers: shared, note: 'wrong for the last time from a network' });
  await ask('POST', path, { body: others, headers: shared, note: 'after too many from a network' });
  const mark = hashToken('bob@example.com');
  await page.prepare(() => useUp(app, missesOfAccount, mark));
  const bob = { ...right, email: 'bob@example.com' };
  const unknown = from('198.51.100.8');
  await ask('POST', path, { body: others, headers: unknown, note: 'wrong for the last time from anywhere' });
  await ask('POST', path, { body: bob, headers: unknown, note: 'after too many from unknown networks' });
  await ask('POST', path, { body: { email: 'nobody' }, headers: unknown, note: 'with nothing right' });

  await ask('POST', '/api/auth/signout', { as: next, headers });
  await ask('POST', '/api/auth/signout', { as: next, headers, note: 'a second time' });
  await page.expectKept('sign-in');
});
