import { randomUUID } from 'node:crypto';
import { contractCalls } from '@drumbeat/contract/contract-calls.fixture.ts';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { digestOfTables } from '../../../test/digest-of-tables.ts';
import {
  type BuiltUser,
  buildMaintenanceWindow,
  buildPost,
  buildUser,
  call,
  connectX,
  PASSWORD,
  subscribe,
} from '../../../test/factories.ts';
import { mailTo } from '../../../test/mailbox.ts';
import { openSession } from '../auth/sign-in/open-session.ts';
import { unsubscribeLink } from '../users/update-email-choices.ts';
import { emptySettings } from '../voice/voice.fixture.ts';

type Made = [
  by: BuiltUser | null,
  'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  string,
  (object | undefined)?,
];

function send<T = object>(app: TestApp, [by, method, path, body]: Made): ReturnType<typeof call<T>> {
  return call<T>(app, method, path, { ...(by ? { token: by.token } : {}), ...(body ? { body } : {}) });
}

/** Calls that change something and record it, each ready to succeed. */
async function readyCalls(app: TestApp): Promise<Made[]> {
  const { db, clock } = app.platform;
  const admin = await buildUser(app, { roles: ['admin'] });
  const user = await buildUser(app);
  const make = async <T>(...[by, method, path, body]: Made): Promise<T> => {
    const answer = await send<T>(app, [by, method, path, body]);
    expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBe(200);
    return answer.body;
  };
  await subscribe(app, user);
  const account = await connectX(app, user);
  await make(user, 'PATCH', '/api/user', { niche: 'Coffee' });
  const failed = await buildPost(app, { user, accountId: account.id, status: 'failed' });
  const pending = await buildPost(app, { user, accountId: account.id });
  const german = { locale: 'de' };
  const email = { subject: 'Hello', html: '<p>{{ link }}</p>' };
  await make(admin, 'PUT', '/api/admin/prompts/ad_post', { content: 'Schreibe.', ...german });
  await make(admin, 'PUT', '/api/admin/email-templates/verify_email', { ...email, ...german });
  const { niche } = await make<{ niche: { id: string } }>(admin, 'POST', '/api/admin/niches', {
    name: 'Unused',
  });
  for (const name of ['Wanted', 'Unwanted']) await make(user, 'POST', '/api/niches/request', { name });
  const { rows: requests } = await db.execute(sql`select id from niche_requests order by id`);
  const startsAt = new Date(clock.now().getTime() + 3_600_000);
  const window = await buildMaintenanceWindow(app, { startsAt });
  const sheet = { kind: 'price', sheet: 'Pro costs $19' };
  const fact = `/api/facts/${(await make<{ facts: { id: string }[] }>(user, 'POST', '/api/facts', sheet)).facts[0]?.id}`;
  const url = `${app.sandboxUrl}/news/facts`;
  const { feed } = await make<{ feed: { id: string } }>(user, 'POST', '/api/facts/feeds', { url });
  const unverified = await buildUser(app, { verified: false });
  await db.execute(sql`insert into subscriptions (user_id) values (${unverified.id})`);
  const paused = await buildUser(app);
  await make(paused, 'POST', '/api/posts/pause');
  const guarded = await buildUser(app, { twoFactor: true });
  const newcomer = {
    email: 'newcomer@people.example',
    password: PASSWORD,
    niche: 'Gaming',
    emailConsent: true,
    timeZone: 'UTC',
  };
  await make(null, 'POST', '/api/auth/signup', newcomer);
  await openSession(db, user.id, clock.now());
  const links = (await mailTo(app, newcomer.email)).flatMap((mail) => mail.links);
  const [disown, verify] = [true, false].map((isOther) => {
    const link = links.find((each) => each.includes('token=') && each.includes('not-me') === isOther);
    return { token: new URL(link ?? '').searchParams.get('token') };
  });
  const customer = ({ id }: BuiltUser) => `/api/admin/users/${id}`;
  const byStaff = (...call: [Made[1], string, object?]): Made => [admin, ...call];
  const byUser = (...call: [Made[1], string, object?]): Made => [user, ...call];
  const byStranger = (...call: [Made[1], string, object?]): Made => [null, ...call];
  const letter = { templateKey: 'support_message', variables: { title: 'Hello', text: 'We are here.' } };
  const voice = { ...emptySettings, tone: 'Dry' };
  const passwords = { currentPassword: PASSWORD, newPassword: 'Another-horse-8' };
  return [
    byStaff('PUT', '/api/admin/flags/plans_enabled', { value: false }),
    byStaff('PUT', '/api/admin/prompts/ad_post', { content: 'Write.' }),
    byStaff('POST', '/api/admin/prompts/ad_post/withdraw', german),
    byStaff('PUT', '/api/admin/email-templates/verify_email', email),
    byStaff('POST', '/api/admin/email-templates/verify_email/withdraw', german),
    byStaff('POST', '/api/admin/niches', { name: 'New' }),
    byStaff('PUT', `/api/admin/niches/${niche.id}`, { is_active: false }),
    byStaff('DELETE', `/api/admin/niches/${niche.id}`),
    byStaff('POST', `/api/admin/niche-requests/${requests[0]?.id}/approve`),
    byStaff('DELETE', `/api/admin/niche-requests/${requests[1]?.id}`),
    byStaff('POST', '/api/maintenance/schedule', { startsAt, holdsPublishing: true }),
    byStaff('POST', '/api/maintenance/cancel', { id: window }),
    byStaff('POST', '/api/admin/costs/credits', { key: randomUUID(), dollars: 20, reason: 'Bought more.' }),
    byStaff('POST', `${customer(user)}/roles`, { role: 'tester', enabled: true }),
    byStaff('POST', `${customer(user)}/pause-posts`, {}),
    byStaff('POST', `${customer(paused)}/unpause-posts`, {}),
    byStaff('POST', `${customer(user)}/posts/${failed.id}/retry`, {}),
    byStaff('DELETE', `${customer(user)}/posts/${pending.id}`, {}),
    byStaff('POST', `${customer(user)}/grant-generate`, {}),
    byStaff('POST', `${customer(user)}/reset-post-generation`, {}),
    byStaff('POST', `${customer(user)}/reset-niche-retries?twitter_account_id=${account.id}`, {}),
    byStaff('POST', `${customer(user)}/send-email`, letter),
    byStaff('POST', `${customer(unverified)}/resend-verification`, {}),
    byStaff('POST', `${customer(unverified)}/allow-trial`, {}),
    byStaff('POST', `${customer(guarded)}/reset-2fa`, {}),
    byStaff('DELETE', `${customer(user)}/sessions`, {}),
    byStaff('POST', `${customer(user)}/view-as`),
    byUser('PATCH', '/api/user', { niche: 'Travel' }),
    byUser('PATCH', '/api/user/preferences', { emailConsent: true }),
    byUser('PATCH', '/api/user/preferences', { timeZone: 'Europe/Paris' }),
    byUser('POST', '/api/posts/generate-posts', { twitterAccountId: account.id }),
    byUser('POST', '/api/posts/feed'),
    byUser('POST', '/api/facts', { ...sheet, sheet: 'Team costs $49' }),
    byUser('PATCH', fact, { text: 'Pro costs $20' }),
    byUser('DELETE', fact),
    byUser('PUT', '/api/voice', voice),
    byUser('DELETE', `/api/facts/feeds/${feed.id}`),
    byUser('POST', '/api/oauth/x/disconnect', {}),
    byUser('DELETE', `/api/twitter/accounts/${account.id}`),
    byUser('POST', '/api/auth/change-password', passwords),
    byUser('POST', '/api/auth/signout', {}),
    byUser('DELETE', '/api/auth/sessions'),
    byStranger('POST', '/api/auth/signin', { email: user.email, password: PASSWORD }),
    byStranger('POST', '/api/auth/signup', { ...newcomer, email: 'another@people.example' }),
    byStranger('POST', '/api/auth/verify-email', verify),
    byStranger('POST', '/api/user/disown', disown),
    byStranger('POST', unsubscribeLink({ ...app.platform, publicUrl: '' }, 'weekly_summary', user.id)),
    byUser('DELETE', '/api/user', { password: PASSWORD }),
    // What staff are shown of a customer is on record before they see it.
    byStaff('GET', `/api/posts/${pending.id}/timeline`),
    ...(await contractCalls())
      .filter(({ query }) => query instanceof z.ZodObject && 'sensitive' in query.shape)
      .map(({ path }) => byStaff('GET', `${path.replace(':id', String(user.id))}?sensitive=true&q=people`)),
  ];
}

test('ADM-CON-29 without its audit entry no change commits and nothing is unmasked', async () => {
  const app = await buildApp();
  const calls = await readyCalls(app);
  expect(calls.filter(([, method]) => method === 'GET').length).toBeGreaterThan(11);
  const { db } = app.platform;
  await db.execute(
    sql.raw(`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'no record'; end $$;
    create trigger refuse before insert on audit_entries for each row execute function refuse()`),
  );
  const but = ['rate_limits', 'sessions.last_seen_at'];
  const before = await digestOfTables(app, but);
  for (const each of calls) expect((await send(app, each)).status, each.slice(1, 3).join(' ')).toBe(500);
  expect(await digestOfTables(app, but)).toEqual(before);

  // With its entry each leaves the caller, the address and the request id; the calls of before end sessions of later ones.
  await db.execute(sql`drop function refuse cascade`);
  const { rows: last } = await db.execute(sql`select max(id) as id from audit_entries`);
  for (const each of calls.filter(([, , path]) => !path.endsWith('/retry'))) await send(app, each);
  const { rows } = await db.execute(sql`
    select action, actor_user_id, ip, request_id from audit_log where id > ${last[0]?.id} and not details ? 'by'`);
  expect(new Set(rows.map(({ action }) => action)).size).toBeGreaterThan(30);
  for (const row of rows)
    expect(row, String(row.action)).toMatchObject({
      actor_user_id: expect.anything(),
      ip: '127.0.0.1',
      request_id: expect.stringMatching(/^[\w-]{36}$/),
    });
});
