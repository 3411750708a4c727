import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { type BuiltUser, buildUser, call } from '../../../../test/factories.ts';
import { findLiveSessions } from './list-sessions.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true });
});
afterAll(() => app.close());
beforeEach(() => app.clock.set('2026-03-01T12:00:00Z'));

const background = { 'x-background': '1' };
async function statusOf({ token }: BuiltUser, headers: Record<string, string> = {}): Promise<number> {
  return (await call(app, 'GET', '/api/user', { token, headers })).status;
}
async function sessionOf(user: BuiltUser): Promise<{ id: number; seen: number }> {
  const { rows } = await app.platform.db.execute(
    sql`select id, extract(epoch from last_seen_at) * 1000 as seen from sessions where user_id = ${user.id}`,
  );
  return { id: Number(rows[0]?.id), seen: Number(rows[0]?.seen) };
}
const isStreaming = async (user: BuiltUser) =>
  (await findLiveSessions(app.platform.db, [(await sessionOf(user)).id], app.clock.now())).size === 1;

test('ADM-CON-26 a session of staff ends 12 hours after it began, however busy they are', async () => {
  const staff = await buildUser(app, { roles: ['ops'] });
  for (let minutes = 20; minutes < 12 * 60; minutes += 20) {
    app.clock.advance(20 * MINUTE);
    expect(await statusOf(staff), `${minutes} minutes`).toBe(200);
  }
  app.clock.advance(19 * MINUTE);
  expect([await statusOf(staff), await isStreaming(staff)]).toEqual([200, true]);
  app.clock.advance(MINUTE);
  expect([await statusOf(staff), await isStreaming(staff)]).toEqual([401, false]);
});

test('ADM-CON-26 it ends after 30 minutes without a call of theirs: background calls of the page do not count', async () => {
  const staff = await buildUser(app, { roles: ['support'] });
  for (const minutes of [5, 15, 25, 29]) {
    app.clock.set(new Date(Date.parse('2026-03-01T12:00:00Z') + minutes * MINUTE).toISOString());
    expect([await statusOf(staff, background), await isStreaming(staff)]).toEqual([200, true]);
  }
  app.clock.advance(MINUTE);
  expect([await statusOf(staff, background), await isStreaming(staff)]).toEqual([401, false]);
  expect(await statusOf(staff)).toBe(401);
});

test('ADM-CON-26 calls of theirs keep it, and are written down once a minute', async () => {
  const staff = await buildUser(app, { roles: ['support'] });
  const begun = (await sessionOf(staff)).seen;
  app.clock.advance(MINUTE);
  await statusOf(staff);
  expect((await sessionOf(staff)).seen).toBe(begun);
  app.clock.advance(1);
  await statusOf(staff);
  expect((await sessionOf(staff)).seen).toBe(app.clock.now().getTime());
  app.clock.advance(29 * MINUTE);
  expect(await statusOf(staff)).toBe(200);
  app.clock.advance(29 * MINUTE);
  expect(await statusOf(staff)).toBe(200);
});

test('ADM-CON-26 a customer who becomes staff gets the short session at once; a tester keeps 7 days', async () => {
  const [customer, tester] = [await buildUser(app), await buildUser(app, { roles: ['tester'] })];
  app.clock.advance(13 * HOUR);
  expect([await statusOf(customer), await statusOf(tester)]).toEqual([200, 200]);
  expect(await isStreaming(tester)).toBe(true);
  await app.changeRole('grant', customer.email, 'ops');
  expect([await statusOf(customer), await isStreaming(customer)]).toEqual([401, false]);
  for (const hours of [60, 60, 34]) {
    app.clock.advance(hours * HOUR);
    expect(await statusOf(tester)).toBe(200);
  }
  app.clock.advance(HOUR);
  expect(await statusOf(tester)).toBe(401);
});
