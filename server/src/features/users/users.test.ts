import { eq } from 'drizzle-orm';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditLinesOf } from '../../../test/audit-lines.ts';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { buildUser, call } from '../../../test/factories.ts';
import { selectTold } from '../../platform/person-changes.ts';
import { type StoppableEmail, UNSUBSCRIBE_PATH, unsubscribeLink } from './update-email-choices.ts';
import { setLastSchedulingCycle, setPostsPaused } from './users.queries.ts';
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
  expect(body).toMatchObject({
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
    subscriptionStatus: 'inactive',
    trialStart: null,
    isInTrial: false,
    activeProduct: null,
    entitlements: { tier: 'free', skipWeekends: true, linksPerCycle: 0 },
    postGenerationLimit: 2,
    nicheUpdateRemaining: null,
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
});

test('each choice changes alone, and reaches the audit log and open pages', async () => {
  const { id, token } = await buildUser(app);
  const since = app.clock.now();
  const choose = async (body: object) =>
    (await call(app, 'PATCH', '/api/user/preferences', { token, body })).body;
  await choose({});
  await choose({ timeZone: 'UTC' });
  expect(await selectTold(app.platform.db, id, since)).toEqual([]);
  expect(await choose({ emailConsent: true })).toMatchObject({ emailConsent: true, weeklySummary: true });
  expect(await selectTold(app.platform.db, id, since)).toEqual(['settings_changed']);
  expect(await choose({ weeklySummary: false })).toMatchObject({ emailConsent: true, weeklySummary: false });
  const entry = { action: 'users.preferences_changed', actor: id, target: String(id) };
  expect(await auditLinesOf(app, id)).toMatchObject([
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
    '%s: it asks first, then stops them once and records it in the audit log',
    async (email, [question, button, done], change) => {
      const { id, token } = await buildUser(app);
      const wanted = { weeklySummary: true, emailConsent: true };
      await call(app, 'PATCH', '/api/user/preferences', { token, body: wanted });
      const link = linkFor(email, id);
      const action = `<form method="post"><button>${button}</button></form>`;
      expect(await open(link)).toMatchObject({ status: 200, heading: question, text: others, action });
      for (const _ of [1, 2])
        expect(await open(link, { method: 'POST', payload: 'List-Unsubscribe=One-Click' })).toMatchObject({
          status: 200,
          heading: done,
          text: again,
          action: settings,
        });
      const { body } = await call(app, 'GET', '/api/user', { token });
      expect(body).toMatchObject({ ...wanted, ...change });
      const entry = { action: 'users.preferences_changed', actor: id, details: { ...change, by: 'link' } };
      expect((await auditLinesOf(app, id)).slice(1)).toMatchObject([entry]);
    },
  );

  test('an unknown link is 404, and the page is not cached and runs no script', async () => {
    const { id } = await buildUser(app);
    const link = linkFor('marketing', id);
    const sealed = (text: string) =>
      `${UNSUBSCRIBE_PATH}?token=${app.platform.sealer.seal('email link', text)}`;
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
  });
});
