import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { makeAccessCalls } from '../../../test/audited-access.ts';
import { makeCatalogueCalls } from '../../../test/audited-catalogue.ts';
import { makeNichesCalls } from '../../../test/audited-niches.ts';
import { makeCustomerCalls } from '../../../test/audited-people.ts';
import { makeVoiceCalls } from '../../../test/audited-voice.ts';
import { makeWordsCalls } from '../../../test/audited-words.ts';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { type BuiltUser, buildUser, call, connectX, PASSWORD, subscribe } from '../../../test/factories.ts';
import { mailTo } from '../../../test/mailbox.ts';
import { turnOnTwoFactor } from '../../../test/two-factor.ts';
import { column, readRows } from '../../platform/database/rows.ts';
import { eraseDeleted } from '../user-data/erase-deleted.ts';
import type { UserDataDeps } from '../user-data/user-data.deps.ts';

const FEATURES = new URL('../', import.meta.url);
const NEW_PASSWORD = 'Another-horse-8';

/** Actions of the program itself or of the command line; calls do all the others. */
const bySystem = ['accounts.deactivated', 'users.erased'];

/** Every action that a use case records, read from the sources, so that new ones are included. Figures have a `name`. */
function actionsOfTheSources(): string[] {
  const found = new Set<string>();
  for (const path of readdirSync(FEATURES, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.ts') || /\.(test|fixture)\.ts$/.test(path)) continue;
    const source = readFileSync(new URL(path, FEATURES), 'utf8');
    if (!/record(Audit|Change|Shown)\(/.test(source)) continue;
    const feature = path.split('/')[0]?.replaceAll('-', '_');
    // A figure's name is no action.
    for (const [, action] of source.matchAll(/(?<!name: |name === |\[.*)'([a-z_]+\.[a-z_]+)'/g))
      if (action && [`${feature}.`, 'users.', 'admin.'].some((start) => action.startsWith(start)))
        found.add(action);
  }
  return [...found].sort();
}

/** Somebody whose address another person signed up with. */
async function disownAnother(app: TestApp): Promise<void> {
  const email = 'somebody.else@people.example';
  const body = { email, password: PASSWORD, niche: 'Gaming', emailConsent: false, timeZone: 'UTC' };
  await call(app, 'POST', '/api/auth/signup', { body });
  const link = (await mailTo(app, email))
    .flatMap(({ links }) => links)
    .find((each) => each.includes('not-me'));
  const token = new URL(link ?? '').searchParams.get('token');
  expect((await call(app, 'POST', '/api/user/disown', { body: { token } })).status).toBe(200);
}

/** Writes a fact and adds a feed, then takes both back. */
async function changeFacts(app: TestApp, { token }: BuiltUser): Promise<void> {
  const make = <T>(method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
    call<T>(app, method, `/api/facts${path}`, { token, ...(body ? { body } : {}) });
  const added = await make<{ facts: { id: string }[] }>('POST', '', {
    kind: 'price',
    sheet: 'Pro costs $19',
  });
  const fact = `/${added.body.facts[0]?.id}`;
  expect((await make('PATCH', fact, { text: 'Pro costs $20' })).status).toBe(200);
  expect((await make('DELETE', fact)).status).toBe(200);
  const url = `${app.sandboxUrl}/news/facts`;
  const read = await make<{ feed: { id: string } }>('POST', '/feeds', { url });
  expect((await make('DELETE', `/feeds/${read.body.feed.id}`)).status).toBe(200);
}

async function makeEveryAuditedCall(app: TestApp): Promise<void> {
  const as = (user: BuiltUser) => ({ token: user.token });
  const expectOk = async (answer: ReturnType<typeof call>, what: string) =>
    expect((await answer).status, what).toBe(200);
  const post = (path: string, body: unknown, user?: BuiltUser) =>
    call(app, 'POST', path, { body, ...(user ? as(user) : {}) });

  // Without a session.
  const email = 'audited@people.example';
  const signUp = { email, password: PASSWORD, niche: 'Gaming', emailConsent: false, timeZone: 'UTC' };
  await expectOk(post('/api/auth/signup', signUp), 'sign up');
  const token = (await mailTo(app, email))
    .flatMap(({ links }) => links)
    .find((link) => link.includes('token='));
  await expectOk(post('/api/auth/verify-email', { token: token?.split('token=')[1] }), 'verify');
  await disownAnother(app);
  expect((await post('/api/auth/signin', { email, password: 'Wrong-horse-9' })).status).toBe(401);
  await expectOk(post('/api/auth/signin', { email, password: PASSWORD }), 'sign in');
  await expectOk(post('/api/auth/forgot-password', { email }), 'forgot');
  const mails = await mailTo(app, email);
  const link = mails.flatMap(({ links }) => links).find((each) => each.includes('reset-password?token='));
  const reset = { token: link?.split('token=')[1], newPassword: NEW_PASSWORD };
  await expectOk(post('/api/auth/reset-password', reset), 'reset');

  // A customer.
  const user = await buildUser(app);
  const preferences = { emailConsent: true, timeZone: 'Europe/Paris' };
  await expectOk(
    call(app, 'PATCH', '/api/user/preferences', { ...as(user), body: preferences }),
    'preferences',
  );
  await expectOk(call(app, 'PATCH', '/api/user', { ...as(user), body: { niche: 'Travel' } }), 'niche');
  const account = await connectX(app, user);
  await makeVoiceCalls(app, user);
  await subscribe(app, user);
  await expectOk(post('/api/subscription/cancel', { reason: 'other' }, user), 'cancel the plan');
  await expectOk(post('/api/subscription/reactivate', undefined, user), 'resume the plan');
  await expectOk(post('/api/test-tweet', undefined, user), 'test tweet');
  await expectOk(post('/api/posts/generate-posts', { twitterAccountId: account.id }, user), 'generate');
  await expectOk(post('/api/posts/feed', undefined, user), 'feed');
  await expectOk(call(app, 'DELETE', '/api/posts/feed', as(user)), 'end of the feed');
  await changeFacts(app, user);
  await expectOk(post('/api/oauth/x/disconnect', {}, user), 'disconnect');
  const removed = await connectX(app, user);
  await expectOk(call(app, 'DELETE', `/api/twitter/accounts/${removed.id}`, as(user)), 'remove');
  const phone = await turnOnTwoFactor(app, user);
  expect((await post('/api/2fa/verify', { code: phone.codeAt(app) }, user)).status).toBe(401);
  app.clock.advance(60_000);
  const off = { password: PASSWORD, code: phone.codeAt(app) };
  await expectOk(post('/api/2fa/disable', off, user), 'disable');
  const change = { currentPassword: 'Wrong-horse-9', newPassword: NEW_PASSWORD };
  expect((await post('/api/auth/change-password', change, user)).status).toBe(401);
  await expectOk(
    post('/api/auth/change-password', { ...change, currentPassword: PASSWORD }, user),
    'password',
  );
  const signedIn = { email: user.email, password: NEW_PASSWORD };
  for (let sessions = 0; sessions < 2; sessions += 1) await post('/api/auth/signin', signedIn);
  const listed = await call<{ sessions: { id: string; current: boolean }[] }>(
    app,
    'GET',
    '/api/auth/sessions',
    as(user),
  );
  const other = listed.body.sessions.find((session) => !session.current);
  await expectOk(call(app, 'DELETE', `/api/auth/sessions/${other?.id}`, as(user)), 'end one');
  await expectOk(call(app, 'DELETE', '/api/auth/sessions', as(user)), 'end others');
  await expectOk(post('/api/auth/signout', {}, user), 'sign out');

  // Staff.
  const staff = await buildUser(app, { roles: ['admin'] });
  const path = `/api/admin/users/${user.id}/overview?sensitive=true`;
  await expectOk(call(app, 'GET', path, as(staff)), 'overview');
  const startsAt = new Date(app.clock.now().getTime() + 86_400_000).toISOString();
  const planned = await call<{ window: { id: string } }>(app, 'POST', '/api/maintenance/schedule', {
    ...as(staff),
    body: { startsAt },
  });
  await expectOk(post('/api/maintenance/cancel', { id: Number(planned.body.window.id) }, staff), 'cancel');
  await makeWordsCalls(app, staff);
  await makeNichesCalls(app, staff);
  await makeCatalogueCalls(app, staff);
  await makeAccessCalls(app, staff);
  const credits = { key: randomUUID(), dollars: 20, reason: 'Bought more.' };
  await expectOk(post('/api/admin/costs/credits', credits, staff), 'credits');

  await makeCustomerCalls(app, staff);

  // Last: leaving.
  const leaver = await buildUser(app);
  await expectOk(call(app, 'DELETE', '/api/user', { ...as(leaver), body: { password: PASSWORD } }), 'delete');
}

const lineRow = z.object({
  action: column.text,
  ip: column.text.nullable(),
  request_id: column.text.nullable(),
  actor_user_id: column.number.nullable(),
  by: column.text.nullable(),
});

test('every action that a call makes leaves its address and request id in the audit log', async () => {
  const app = await buildApp();
  await makeEveryAuditedCall(app);
  const statement = sql`select action, ip, request_id, actor_user_id, details ->> 'by' as by from audit_log order by id`;
  const rows = await readRows(app.platform.db, lineRow, statement);
  const done = [...new Set(rows.map((line) => line.action))];
  const expected = actionsOfTheSources().filter((action) => !bySystem.includes(action));
  expect(expected.length).toBeGreaterThan(20);
  expect(done).toEqual(expect.arrayContaining(expected));
  const calls = rows.filter((line) => line.by === null);
  for (const line of calls) {
    expect(line.ip, line.action).toBe('127.0.0.1');
    expect(line.request_id, line.action).toMatch(/^[\w-]{36}$/);
  }
  const strangers = new Set(calls.filter((line) => line.actor_user_id === null).map((line) => line.action));
  expect(strangers).toEqual(new Set(['auth.sign_in_failed', 'auth.reset_requested']));
});

test('an entry that no call made names the part of the program that did it', async () => {
  const app = await buildApp();
  const leaver = await buildUser(app, { roles: ['ops'], twoFactor: false });
  await call(app, 'DELETE', '/api/user', { token: leaver.token, body: { password: PASSWORD } });
  app.clock.advance(2 * 86_400_000);
  await eraseDeleted({
    ...app.platform,
    payments: { customerOf: async () => undefined },
  } as unknown as UserDataDeps);
  const { rows } = await app.platform.db.execute(
    sql`select action, details, ip, request_id, actor_user_id from audit_log where action in ('users.erased', 'users.role_set') order by id`,
  );
  const nobody = { ip: null, request_id: null, actor_user_id: null };
  expect(rows).toEqual([
    {
      action: 'users.role_set',
      details: expect.objectContaining({ role: 'ops', by: 'command line' }),
      ...nobody,
    },
    { action: 'users.erased', details: { by: 'worker' }, ...nobody },
  ]);
});
