import { sql } from 'drizzle-orm';
import { test } from 'vitest';
import { buildPost, buildUser, connectX, subscribe } from '../../../test/factories.ts';
import { openKeptPage } from '../../../test/kept-calls.ts';
import { buildView } from '../auth/views.fixture.ts';
import { type StoppableEmail, unsubscribeLink } from './end-emails.ts';

test('docs/calls/users.md says what the calls of a person’s own settings answer and do', async () => {
  const page = await openKeptPage();
  const { app, ask } = page;
  const { db } = app.platform;
  const ada = await buildUser(app, { email: 'ada@example.com', niche: 'Chess' });
  const bob = await buildUser(app, { email: 'bob@example.com', timeZone: 'Asia/Kolkata' });
  const staff = await buildUser(app, { email: 'staff@example.com', roles: ['support'] });
  const [preferences, path] = ['/api/user/preferences', '/api/user'];

  await ask('GET', path, { as: bob, note: 'new' });
  await page.prepare(async () => {
    await subscribe(app, ada);
    await connectX(app, ada, 'ada');
    const brew = await connectX(app, ada, 'brew');
    await connectX(app, bob, 'bob');
    await buildPost(app, { user: ada, accountId: brew.id, content: 'At nine' });
    await db.execute(sql`
      update users set last_scheduling_cycle = '2020-11-16T10:00:00Z', posts_paused = true where id = ${ada.id}`);
    await db.execute(sql`
      update x_accounts set niche_update_count = 1, niche_update_period_end = '2020-11-20T10:00:01Z', profile_image_url =
        'https://images.example/' || username where user_id = ${ada.id}`);
    page.advance(1_000);
    await db.execute(sql`
      update subscriptions set cancel_reason = 'too_expensive', cancel_feedback = 'Too dear, ask ada.l@example.com', canceled_at = '2020-11-19T10:00:00Z',
        cancel_at = period_end
      where user_id = ${ada.id}`);
  });
  await ask('GET', path, { as: ada, note: 'with a plan and an account' });

  await ask('PATCH', preferences, { as: ada, body: {}, note: 'with nothing' });
  await ask('PATCH', preferences, { as: ada, body: { emailConsent: true } });
  await ask('PATCH', preferences, { as: ada, body: { emailConsent: false, weeklySummary: false } });
  await ask('PATCH', preferences, { as: ada, body: { timeZone: 'UTC' }, note: 'the zone as it is' });
  await ask('PATCH', preferences, { as: ada, body: { timeZone: 'Asia/Kolkata' }, note: 'with a post' });
  const moved = { weeklySummary: true, timeZone: 'America/New_York', posts: 'clock_times' };
  await ask('PATCH', preferences, { as: ada, body: moved, note: 'with a post that keeps its clock time' });
  await ask('PATCH', preferences, {
    as: ada,
    body: { timeZone: 'Mars/Olympus' },
    note: 'with an unknown zone',
  });

  await ask('PATCH', path, { as: ada, body: {}, note: 'with nothing' });
  const { rows } = await db.execute(sql`select id::text from users where id = ${ada.id}`);
  const same = { id: rows[0]?.id, email: 'ada@example.com', time_zone: 'America/New_York', niche: 'chess' };
  await ask('PATCH', path, { as: ada, body: same, note: 'with all as it is' });
  const refused = {
    email: 'eve@example.com',
    emailConsent: true,
    roles: ['admin'],
    unknown: 1,
    niche: 'Travel',
  };
  await ask('PATCH', path, { as: ada, body: refused, note: 'with fields that cannot be changed' });
  const many = Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`field${at}`, at]));
  await ask('PATCH', path, { as: ada, body: many, note: 'with more fields than are named' });
  await ask('PATCH', path, { as: ada, body: { niche: ' ' }, note: 'with an empty niche' });
  await ask('PATCH', path, { as: ada, body: { niche: 'Snails' }, note: 'with an unknown niche' });
  await ask('PATCH', path, { as: ada, body: { niche: ' travel ' } });
  await page.prepare(() =>
    db.execute(sql`update x_accounts set niche_update_count = 4 where user_id = ${ada.id} and selected`),
  );
  await ask('PATCH', path, { as: ada, body: { niche: 'Coffee' }, note: 'the last change of the cycle' });
  await ask('PATCH', path, { as: ada, body: { niche: 'Travel' }, note: 'with no change left' });
  await ask('PATCH', path, { as: ada, body: { niche: 'coffee' }, note: 'to the same, with no change left' });
  await page.prepare(() => db.execute(sql`update x_accounts set selected = false where user_id = ${bob.id}`));
  await ask('PATCH', path, { as: bob, body: { niche: 'Coffee' }, note: 'without a selected account' });
  const view = await page.prepare(() => buildView(app, staff, ada));
  await ask('GET', path, { as: view, note: 'with a plan that ends, in a view of staff' });
  await page.prepare(() =>
    db.execute(sql`
      update subscriptions set state = 'canceled', ended_at = '2020-11-20T09:00:00Z', cancel_at = null where user_id = ${ada.id}`),
  );
  await ask('PATCH', path, { as: ada, body: { niche: 'Travel' }, note: 'after the plan has ended' });
  await page.prepare(() =>
    db.execute(sql`
      update subscriptions set state = 'past_due', ended_at = null, grace_end = '2020-11-21T10:00:00Z' where user_id = ${ada.id}`),
  );
  await ask('GET', path, { as: ada, note: 'past due' });
  await page.expectKept('users');
});

test('docs/calls/unsubscribe.md says what the links that stop emails answer and do', async () => {
  const page = await openKeptPage();
  const { app, ask } = page;
  const { db } = app.platform;
  const ada = await buildUser(app, { email: 'ada@example.com' });
  const bob = await buildUser(app, { email: 'bob@example.com' });
  await db.execute(sql`update users set email_consent = true`);
  const link = (email: StoppableEmail, id: number) =>
    unsubscribeLink({ sealer: app.platform.sealer, publicUrl: '' }, email, id);
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'A mail program' };

  await ask('GET', link('weekly_summary', ada.id));
  await ask('POST', link('weekly_summary', ada.id), { headers });
  await ask('POST', link('weekly_summary', ada.id), { headers, note: 'a second time' });
  await ask('GET', link('marketing', bob.id));
  await ask('POST', link('marketing', bob.id));
  await ask('POST', link('marketing', 999), { note: 'of nobody' });
  await ask('GET', link('other' as StoppableEmail, ada.id), { note: 'for emails that cannot be stopped' });
  await ask('GET', '/api/emails/unsubscribe?token=v1.broken', { note: 'with a broken link' });
  await ask('POST', '/api/emails/unsubscribe', { note: 'without a link' });
  await page.expectKept('unsubscribe');
});

test('docs/calls/roles.md says what giving and taking roles answers and does', async () => {
  const page = await openKeptPage();
  const { app, ask } = page;
  const { db } = app.platform;
  const admin = await buildUser(app, { email: 'admin@example.com', roles: ['admin'] });
  const ada = await buildUser(app, { email: 'ada@example.com' });
  const unverified = await buildUser(app, { email: 'unverified@example.com', verified: false });
  const formerly = await buildUser(app, { email: 'formerly@example.com', roles: ['admin'], verified: false });
  const left = await buildUser(app, { email: 'left@example.com', roles: ['admin'] });
  await buildUser(app, { email: 'tester@example.com', roles: ['tester'] });
  await db.execute(sql`update users set deleted_at = ${app.clock.now()} where id = ${left.id}`);
  page.advance(1_000);
  const path = ({ id }: { id: number }) => `/api/admin/users/${id}/roles`;
  const give = { role: 'support', enabled: true };

  await ask('POST', path(ada), { as: admin, body: { ...give, reason: 'A new colleague' } });
  await ask('POST', path(ada), { as: admin, body: give, note: 'which they have' });
  await ask('POST', path(ada), { as: admin, body: { role: 'admin', enabled: true }, note: 'one more' });
  await ask('POST', path(ada), { as: admin, body: { ...give, enabled: false }, note: 'taken' });
  await ask('POST', path(ada), { as: admin, body: { role: 'boss', enabled: true }, note: 'an unknown one' });
  await ask('POST', path(unverified), { as: admin, body: give, note: 'to an unverified address' });
  await ask('POST', path(left), { as: admin, body: give, note: 'to one who left' });
  const take = { role: 'admin', enabled: false };
  await ask('POST', path(admin), { as: admin, body: take, note: 'from oneself' });
  await ask('POST', path(ada), { as: admin, body: take, note: 'from one of two admins' });
  const change = (step: string, how: 'grant' | 'revoke', email: string, role: string) =>
    page.step(step, () => app.changeRole(how, email, role).catch((error: Error) => error.message));
  await change('npm run revoke, the last admin', 'revoke', 'admin@example.com', 'admin');
  await change('npm run revoke, one who is unverified', 'revoke', formerly.email, 'admin');
  await change('npm run grant', 'grant', ' Ada@example.com ', ' Ops ');
  await change('npm run grant, an unknown role', 'grant', 'ada@example.com', 'boss');
  await change('npm run grant, to nobody', 'grant', 'nobody@example.com', 'admin');
  await page.expectKept('roles');
});
