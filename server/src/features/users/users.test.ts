import { eq, sql } from 'drizzle-orm';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditLinesOf } from '../../../test/audit-lines.ts';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { buildUser, call } from '../../../test/factories.ts';
import { selectTold } from '../../platform/person-changes.ts';
import { getUserView } from '../user-view/get-user-view.ts';
import { type StoppableEmail, UNSUBSCRIBE_PATH, unsubscribeLink } from './end-emails.ts';
import {
  anonymizeUser,
  findEmails,
  isNicheOfUser,
  listDeletedUsers,
  lockUser,
  markEmailVerified,
  setLastSchedulingCycle,
  setNiche,
  setPostsPaused,
  setTimeZone,
} from './users.queries.ts';
import { users } from './users.tables.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true });
});
afterAll(() => app.close());

test('USER-13 USER-15 USER-01 USER-03 USER-08 USER-09 USER-11 GET /api/user returns the user, field by field', async () => {
  const person = await buildUser(app, { niche: 'Chess', roles: ['tester', 'admin'], twoFactor: false });
  const { status, body } = await call<Record<string, unknown>>(app, 'GET', '/api/user', {
    token: person.token,
  });
  expect(status).toBe(200);
  expect(body).toEqual({
    id: String(person.id),
    email: person.email,
    niche: 'Chess',
    timeZone: 'UTC',
    profilePicture: null,
    emailConsent: false,
    weeklySummary: true,
    emailVerifiedAt: expect.stringMatching(/Z$/),
    twoFactorEnabled: false,
    roles: ['admin', 'tester'],
    postsPaused: false,
    lastSchedulingCycle: null,
    subscriptionStatus: 'inactive',
    subscriptionExpiryDate: null,
    subscriptionCancelReason: null,
    subscriptionCancelFeedback: null,
    subscriptionCanceledAt: null,
    subscriptionCancelEffectiveDate: null,
    hasPaymentMethod: false,
    hasEverSubscribed: false,
    trialStart: null,
    trialEnd: null,
    isInTrial: false,
    pastDueGraceEnd: null,
    activeProduct: null,
    entitlements: {
      tier: 'free',
      postsPerDay: 1,
      accountLimit: 1,
      customDaySelection: false,
      skipWeekends: true,
      nicheChangeLimitPerAccount: 1,
      postGenerationLimit: 2,
      linksPerCycle: 0,
    },
    postGenerationLimit: 2,
    nicheUpdateRemaining: null,
    nicheUpdatePeriodEnd: null,
  });
});

test('USER-06 USER-07 what scheduling and pausing record of a person is shown', async () => {
  const person = await buildUser(app);
  const at = new Date('2026-03-01T09:00:00Z');
  await setLastSchedulingCycle(app.platform.db, person.id, at, at);
  await setPostsPaused(app.platform.db, person.id, true, at);
  const { body } = await call(app, 'GET', '/api/user', { token: person.token });
  expect(body).toMatchObject({ lastSchedulingCycle: '2026-03-01T09:00:00.000Z', postsPaused: true });
});

test('each change writes its own field and when it was, of that person alone', async () => {
  const { db } = app.platform;
  const [person, other] = [await buildUser(app, { verified: false }), await buildUser(app)];
  const [before, theirs] = [await rowOf(person.id), await rowOf(other.id)];
  const at = (minute: number) => new Date(Date.UTC(2026, 2, 2, 12, minute));
  await setLastSchedulingCycle(db, person.id, at(1), at(2));
  await setPostsPaused(db, person.id, true, at(3));
  expect(await rowOf(person.id)).toEqual({
    ...before,
    lastSchedulingCycle: at(1),
    postsPaused: true,
    updatedAt: at(3),
  });
  await setLastSchedulingCycle(db, person.id, null, at(4));
  await setPostsPaused(db, person.id, false, at(5));
  await setNiche(db, person.id, 'Chess', at(6));
  expect(await rowOf(person.id)).toEqual({ ...before, niche: 'Chess', updatedAt: at(6) });
  await setTimeZone(db, person.id, 'Asia/Kolkata', at(6));
  await setTimeZone(db, person.id, 'UTC', at(6));
  await markEmailVerified(db, person.id, at(7));
  const now = { ...before, niche: 'Chess', emailVerifiedAt: at(7), updatedAt: at(7) };
  expect(await rowOf(person.id)).toEqual(now);
  expect(await rowOf(other.id)).toEqual(theirs);
  expect([await isNicheOfUser(db, 'Chess'), await isNicheOfUser(db, 'chess')]).toEqual([true, false]);
  expect(await findEmails(db, [person.id, person.id, 1])).toEqual(new Map([[person.id, person.email]]));
});

test('who leaves is named no more, leaves once, and is erased a day later, the first one first', async () => {
  const { db } = app.platform;
  const [first, second, living] = [await buildUser(app), await buildUser(app), await buildUser(app)];
  const [before, theirs] = [await rowOf(first.id), await rowOf(living.id)];
  const [early, late] = [new Date('2026-03-02T12:00:00Z'), new Date('2026-03-02T12:01:00Z')];
  expect(await anonymizeUser(db, second.id, early)).toBe(second.email);
  expect(await anonymizeUser(db, first.id, late)).toBe(first.email);
  expect(await rowOf(first.id)).toEqual({
    ...before,
    email: `deleted-${first.id}@deleted.invalid`,
    niche: '',
    timeZone: 'UTC',
    emailConsent: false,
    weeklySummary: false,
    emailVerifiedAt: null,
    roles: [],
    deletedAt: late,
    updatedAt: late,
  });
  expect(await rowOf(living.id)).toEqual(theirs);
  const gone = { code: 'UNAUTHENTICATED', message: 'Please sign in to continue.' };
  await expect(anonymizeUser(db, first.id, late)).rejects.toMatchObject(gone);
  expect(await listDeletedUsers(db, late)).toEqual([second.id]);
  expect(await listDeletedUsers(db, new Date(late.getTime() + 1))).toEqual([second.id, first.id]);

  const nobody = { code: 'NOT_FOUND', message: 'There is no such user.' };
  await expect(lockUser(db, 1)).rejects.toMatchObject(nobody);
  await expect(getUserView(app.platform, 1)).rejects.toMatchObject(nobody);
});

/** The row of a person. */
async function rowOf(id: number) {
  const [row] = await app.platform.db.select().from(users).where(eq(users.id, id));
  return row;
}

test('USER-17 PATCH /api/user/preferences changes consent and zone, of oneself only', async () => {
  app.clock.set('2026-03-01T12:00:00Z');
  const [person, other] = [await buildUser(app), await buildUser(app)];
  const before = [await rowOf(person.id), await rowOf(other.id)];
  const change = { emailConsent: true, timeZone: 'America/New_York' };
  app.clock.advance(60_000);
  const answer = await call(app, 'PATCH', '/api/user/preferences?_ts=1', {
    token: person.token,
    body: change,
  });
  expect(answer).toMatchObject({ status: 200, body: { id: String(person.id), ...change } });
  const updatedAt = new Date('2026-03-01T12:01:00Z');
  expect([await rowOf(person.id), await rowOf(other.id)]).toEqual([
    { ...before[0], ...change, updatedAt },
    before[1],
  ]);

  const zoneOnly = await call(app, 'PATCH', '/api/user/preferences', {
    token: person.token,
    body: { timeZone: 'UTC' },
  });
  expect(zoneOnly.body).toMatchObject({ emailConsent: true, timeZone: 'UTC' });
  expect(await rowOf(other.id)).toEqual(before[1]);
});

test('preferences name nobody else: an id in the body changes nothing', async () => {
  const [person, other] = [await buildUser(app), await buildUser(app)];
  const body = { id: String(other.id), userId: other.id, roles: ['admin'], emailConsent: true };
  await call(app, 'PATCH', '/api/user/preferences', { token: person.token, body });
  const { body: untouched } = await call(app, 'GET', '/api/user', { token: other.token });
  expect(untouched).toMatchObject({ emailConsent: false, roles: [] });
  const { body: own } = await call(app, 'GET', '/api/user', { token: person.token });
  expect(own).toMatchObject({ emailConsent: true, roles: [] });
});

test('a change of consent is recorded in the audit log, and told to open pages', async () => {
  const { id, token } = await buildUser(app);
  const before = await rowOf(id);
  app.clock.advance(60_000);
  const since = app.clock.now();
  await call(app, 'PATCH', '/api/user/preferences', { token, body: { emailConsent: true } });
  expect(await rowOf(id)).toEqual({ ...before, emailConsent: true, updatedAt: since });
  expect(await selectTold(app.platform.db, id, since)).toEqual(['settings_changed']);
  expect(await auditLinesOf(app, id)).toEqual([
    {
      action: 'users.preferences_changed',
      actor: id,
      type: 'user',
      target: String(id),
      details: { emailConsent: true },
      ip: '127.0.0.1',
    },
  ]);
});

test('each choice changes alone, and one that names none of them is no change', async () => {
  const { id, token } = await buildUser(app);
  const since = app.clock.now();
  const choose = async (body: object) =>
    (await call(app, 'PATCH', '/api/user/preferences', { token, body })).body;
  await choose({});
  await choose({ timeZone: 'UTC' });
  expect(await selectTold(app.platform.db, id, since)).toEqual([]);
  expect(await choose({ emailConsent: true })).toMatchObject({ emailConsent: true, weeklySummary: true });
  expect(await choose({ weeklySummary: false })).toMatchObject({ emailConsent: true, weeklySummary: false });
  const { rows } = await app.platform.db.execute(
    sql`select action, target_type, target_id, details from audit_log where actor_user_id = ${id} order by id`,
  );
  const entry = { action: 'users.preferences_changed', target_type: 'user', target_id: String(id) };
  expect(rows).toEqual([
    { ...entry, details: { emailConsent: true } },
    { ...entry, details: { weeklySummary: false } },
  ]);
});

describe('SET-16 the page behind a link that stops emails', () => {
  const settings = '<p><a href="http://localhost:3000/settings">Open the settings</a></p>';
  const others = 'You will still get emails about your account and about posts that failed.';
  const again = 'You can turn them back on in Settings, under Notifications.';
  const open = async (url: string, more: InjectOptions = {}) => {
    const { statusCode, headers, payload } = await app.http.inject({ url, ...more });
    const [, title] = /<title>(.*) – Drumbeat<\/title>/.exec(payload) ?? [];
    const [, heading, text, action] = /<main><h1>(.*)<\/h1><p>(.*?)<\/p>(.*)<\/main>/.exec(payload) ?? [];
    expect(title).toBe(heading);
    return { status: statusCode, heading, text, action, headers, payload };
  };
  const linkFor = (email: StoppableEmail, id: number) =>
    unsubscribeLink({ ...app.platform, publicUrl: '' }, email, id);

  test.each([
    [
      'weekly_summary',
      ['Stop the weekly summary?', 'Stop the summary', 'No more weekly summaries'],
      { weeklySummary: false },
    ],
    [
      'marketing',
      ['Stop news from Drumbeat?', 'Stop the news', 'No more news from Drumbeat'],
      { emailConsent: false },
    ],
  ] as const)(
    '%s: it asks, then it does so once, and on record',
    async (email, [question, button, done], change) => {
      const { id, token } = await buildUser(app);
      const wanted = { weeklySummary: true, emailConsent: true };
      await call(app, 'PATCH', '/api/user/preferences', { token, body: wanted });
      const link = linkFor(email, id);
      const action = `<form method="post"><button>${button}</button></form>`;
      expect(await open(link)).toMatchObject({ status: 200, heading: question, text: others, action });
      const { email: _, ...before } = { ...(await rowOf(id)) };
      app.clock.advance(1_000);
      const since = app.clock.now();
      for (const _ of [1, 2])
        expect(await open(link, { method: 'POST', payload: 'List-Unsubscribe=One-Click' })).toMatchObject({
          status: 200,
          heading: done,
          text: again,
          action: settings,
        });
      const { body } = await call(app, 'GET', '/api/user', { token });
      expect(body).toMatchObject({ ...wanted, ...change });
      expect(await rowOf(id)).toMatchObject({ ...before, ...change, updatedAt: since });
      expect(await selectTold(app.platform.db, id, since)).toEqual(['settings_changed']);
      const { rows } = await app.platform.db.execute(sql`
      select actor_user_id, action, target_type, details, ip from audit_log where target_id = ${String(id)} order by id offset 1`);
      expect(rows).toEqual([
        {
          actor_user_id: id,
          action: 'users.preferences_changed',
          target_type: 'user',
          details: { ...change, by: 'link' },
          ip: '127.0.0.1',
        },
      ]);
    },
  );

  test('it leads nowhere with a link that is none, is kept by nobody, and runs nothing', async () => {
    const { id } = await buildUser(app);
    const link = linkFor('marketing', id);
    const sealed = (text: string) => `${UNSUBSCRIBE_PATH}?token=${app.platform.sealer.seal(text)}`;
    for (const url of [`${link}&token=x`, sealed(`reset:${id}`), sealed(`toString:${id}`), UNSUBSCRIBE_PATH])
      for (const method of ['GET', 'POST'] as const)
        expect(await open(url, { method }), url).toMatchObject({
          status: 404,
          heading: 'This link does not work',
          text: 'Open the link in the most recent of these emails, or turn them off in Settings.',
          action: settings,
        });
    const { headers, payload } = await open(link);
    const [, nonce] = /<style nonce="([\w+/]{22}==)">/.exec(payload) ?? [];
    expect(headers).toMatchObject({
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self'; frame-ancestors 'none'`,
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
    });
    expect((await open(link)).payload).not.toContain(nonce);
    expect(payload).toContain('<meta name="robots" content="noindex">');
    const post = async (length: number) =>
      (await app.http.inject({ method: 'POST', url: link, payload: 'x'.repeat(length) })).statusCode;
    expect([await post(1_024), await post(1_025)]).toEqual([200, 413]);
    expect(
      unsubscribeLink({ ...app.platform, publicUrl: 'https://drumbeat.example' }, 'marketing', id),
    ).toMatch(/^https:\/\/drumbeat\.example\/api\/emails\/unsubscribe\?token=[\w.-]+$/);
  });
});

test.each([
  ['consent of the wrong type', { emailConsent: 'yes' }],
  ['a zone that there is not', { timeZone: 'Nowhere/Land' }],
  ['an endless zone', { timeZone: 'x'.repeat(10_000) }],
  ['a list', []],
  ['a text', '"hello"'],
])('preferences with %s are a 400 with a code', async (_, body) => {
  const { token } = await buildUser(app);
  const headers = { 'content-type': 'application/json' };
  const answer = await call(app, 'PATCH', '/api/user/preferences', { token, body, headers });
  expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
});

test.each([
  ['GET', '/api/user'],
  ['PATCH', '/api/user/preferences'],
] as const)('%s %s needs a session', async (method, url) => {
  const answer = await call(app, method, url, method === 'PATCH' ? { body: {} } : {});
  expect(answer).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
});
