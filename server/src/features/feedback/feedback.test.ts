import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { type BuiltUser, buildUser, call } from '../../../test/factories.ts';
import { feedbackQueues } from './feedback.jobs.ts';

let app: TestApp;
let person: BuiltUser;
beforeAll(async () => {
  app = await buildApp({ shared: true, now: '2026-03-01T12:00:00Z' });
});
afterAll(() => app.close());
beforeEach(async () => {
  person = await buildUser(app);
});

const given = { message: 'The calendar is lovely.', category: 'feature', rating: 5, pagePath: '/settings' };
const send = (body: object, token = person.token) => call(app, 'POST', '/api/feedback', { token, body });

async function stored(): Promise<Record<string, unknown>[]> {
  const { rows } = await app.platform.db.execute(
    sql`select * from feedback where user_id = ${person.id} order by id`,
  );
  return rows;
}

test('FB-01 FB-02 FB-03 FB-08 a message is kept with category, rating, page and request, and thanked for', async () => {
  const answer = await send({ ...given, message: '  The calendar is lovely. ' });
  expect(answer).toMatchObject({ status: 200, body: { message: 'Thank you for your feedback!' } });
  expect(await stored()).toEqual([
    {
      id: expect.any(Number),
      user_id: person.id,
      message: 'The calendar is lovely.',
      category: 'feature',
      rating: 5,
      page_path: '/settings',
      request_id: answer.headers['x-request-id'],
      created_at: '2026-03-01 12:00:00+00',
    },
  ]);
});

test('FB-07 the rating is optional, and 1 to 5', async () => {
  const { rating: _, ...unrated } = given;
  expect((await send(unrated)).status).toBe(200);
  expect((await send({ ...given, rating: null })).status).toBe(200);
  for (const rating of [0, 6, 2.5, '5'])
    expect((await send({ ...given, rating })).body).toMatchObject({ code: 'VALIDATION_FAILED' });
  expect((await stored()).map((row) => row.rating)).toEqual([null, null]);
});

test('FB-04 FB-05 a message has 5 to 5000 characters, however many bytes they take', async () => {
  const tooShort = await send({ ...given, message: '  four  ' });
  expect(tooShort).toMatchObject({
    status: 400,
    body: { data: { fields: { message: 'Please enter at least 5 characters.' } } },
  });
  const tooLong = await send({ ...given, message: 'x'.repeat(5_001) });
  expect(tooLong).toMatchObject({
    status: 400,
    body: { data: { fields: { message: 'Please enter at most 5,000 characters.' } } },
  });
  expect((await send({ ...given, message: '\u4e2d'.repeat(5_000) })).status).toBe(200);
  expect((await send({ ...given, message: 'fives' })).status).toBe(200);
});

test('FB-06 the category is general, feature, bug or other', async () => {
  for (const category of ['general', 'feature', 'bug', 'other'])
    expect((await send({ ...given, category })).status).toBe(200);
  expect((await send({ ...given, category: 'praise' })).status).toBe(400);
});

test('FB-02 the page is a path, without a query that may hold a secret', async () => {
  for (const pagePath of ['/settings?token=x', '/#niche', 'https://evil.example', ''])
    expect((await send({ ...given, pagePath })).status).toBe(400);
});

test('FB-08 five messages an hour are taken, of each person', async () => {
  for (let sent = 0; sent < 5; sent += 1) expect((await send(given)).status).toBe(200);
  expect(await send(given)).toMatchObject({ status: 429, body: { code: 'RATE_LIMIT_EXCEEDED' } });
  expect(await stored()).toHaveLength(5);
  expect((await send(given, (await buildUser(app)).token)).status).toBe(200);
});

test('feedback is in the download of its own writer, and goes with the person', async () => {
  const other = await buildUser(app);
  await send(given);
  app.clock.advance(60_000);
  const { rating: _, ...unrated } = { ...given, message: 'And fast.' };
  await send(unrated);
  await send({ ...given, message: 'One more thing.' });
  const exported = (token: string) =>
    call<{ feedback: unknown[] }>(app, 'GET', '/api/user/export', { token }).then(
      ({ body }) => body.feedback,
    );
  expect(await exported(person.token)).toEqual([
    { ...given, message: 'One more thing.', createdAt: '2026-03-01T12:01:00.000Z' },
    { ...unrated, rating: null, createdAt: '2026-03-01T12:01:00.000Z' },
    { ...given, createdAt: '2026-03-01T12:00:00.000Z' },
  ]);
  expect(await exported(other.token)).toEqual([]);
  await app.platform.db.execute(sql`delete from users where id = ${person.id}`);
  expect(await stored()).toEqual([]);
});

test('what is too old is deleted each night; a failure is tried twice more, a minute apart', () => {
  expect(feedbackQueues(app.platform)).toMatchObject([
    {
      name: 'feedback.delete-old',
      cron: '47 3 * * *',
      retryLimit: 2,
      retryDelay: 60,
      expireInSeconds: 300,
    },
  ]);
});

test('feedback is deleted after two years', async () => {
  app.clock.set('2026-03-01T12:00:00Z');
  await send(given);
  const run = async (now: string) => {
    app.clock.set(now);
    await app.platform.jobs.enqueue(app.platform.db, 'feedback.delete-old', {});
    await app.platform.jobs.drain();
    return (await stored()).length;
  };
  expect(await run('2028-02-29T12:00:00Z')).toBe(1);
  expect(await run('2028-02-29T12:00:01Z')).toBe(0);
  app.clock.set('2026-03-01T12:00:00Z');
});
