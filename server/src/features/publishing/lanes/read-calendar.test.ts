import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { buildPost, buildUser, connectX } from '../../../../test/factories.ts';
import { readCalendar } from './read-calendar.ts';
import { rhythmOf } from './slots.rules.ts';

const NOW = new Date('2026-11-23T08:00:00Z');
let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true, now: NOW.toISOString() });
});
afterAll(() => app.close());

async function calendarWith(...built: [at: string, more?: Parameters<typeof buildPost>[1]][]) {
  const user = await buildUser(app, { timeZone: 'Europe/Paris' });
  const { id: accountId } = await connectX(app, user);
  const posts = [];
  for (const [at, more] of built) {
    const times = { scheduledAt: new Date(at), scheduledLocal: at.slice(0, 19) };
    posts.push(await buildPost(app, { user, accountId, ...times, ...more }));
  }
  await buildPost(app);
  return { posts, calendar: await readCalendar(app.platform.db, accountId, 'Europe/Paris', NOW) };
}

test('a day counts the posts that are published or pending, by the owner’s own calendar', async () => {
  const { posts, calendar } = await calendarWith(
    ['2026-11-22T22:59:59Z', { status: 'posted' }],
    // Midnight in Paris.
    ['2026-11-22T23:00:00Z', { status: 'posted' }],
    ['2026-11-23T08:00:00Z', { status: 'failed' }],
    ['2026-11-23T22:59:59Z'],
    ['2026-11-24T12:00:00Z', { isPaused: true }],
  );
  expect(calendar).toEqual({
    rhythm: rhythmOf(posts.map(({ scheduledLocal }) => scheduledLocal)),
    taken: new Set(posts.map(({ scheduledAt }) => scheduledAt.getTime())),
    perDay: new Map([
      ['2026-11-22', 1],
      ['2026-11-23', 2],
      ['2026-11-24', 1],
    ]),
  });
});

test('the rhythm comes from the last 60 days and from all pending posts', async () => {
  const { posts, calendar } = await calendarWith(
    ['2026-09-20T01:00:00Z', { isPaused: true }],
    ['2026-09-24T08:00:00Z', { status: 'posted' }],
    ['2026-09-24T08:00:01Z', { status: 'posted' }],
    ['2026-11-24T08:00:00Z'],
  );
  const used = posts.filter((_, index) => index !== 1);
  expect(calendar.taken).toEqual(new Set(used.map(({ scheduledAt }) => scheduledAt.getTime())));
  expect(calendar.rhythm).toEqual(rhythmOf(used.map(({ scheduledLocal }) => scheduledLocal)));
});
