import { randomUUID } from 'node:crypto';
import type { ImportFault } from '@drumbeat/contract/own-posts.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { buildPost, buildUser, call, postsOf } from '../../../test/factories.ts';
import { buildWriter, connect, type Writer } from '../generation/generation.fixture.ts';
import { kindsOf, type OwnAnswer } from './own-posts.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true, now: '2026-11-21T12:00:00Z' });
});
afterAll(() => app.close());

type Answer = OwnAnswer & {
  rows: number;
  faults: ImportFault[];
  refusal: { code: string; message: string } | null;
};
const bring = (writer: { token: string }, csv: string, more: object = {}) =>
  call<Answer>(app, 'POST', '/api/posts/import', {
    token: writer.token,
    body: { key: randomUUID(), csv, dryRun: false, ...more },
  });
/** A plan with room for many a day. */
const roomy = (given: Parameters<typeof buildWriter>[1] = {}) =>
  buildWriter(app, {
    metadata: { tier: 'pro_plus', posts_per_day: '40' },
    timeZone: 'Europe/Paris',
    ...given,
  });
/** Hourly posts from tomorrow on. */
const hourly = (count: number, content = (index: number) => `Post ${index}`) =>
  Array.from({ length: count }, (_, index) => {
    const time = new Date(Date.parse('2026-11-22T00:00:00Z') + (index % 600) * 3_600_000);
    return [time.toISOString().slice(0, 16).replace('T', ' '), content(index)];
  });
const csvOf = (rows: string[][]) =>
  [
    'time,content',
    ...rows.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')),
  ].join('\n');

describe('an import', () => {
  test('schedules every row on one account at its wall clock, and says so in each history', async () => {
    const writer = await roomy();
    const second = await connect(app, writer.id);
    const csv = 'content;time\r\n"Hello; world";2026-11-25 09:00\r\nAgain;2026-11-26 9:30\r\n';
    const answer = await bring(writer, csv, { twitterAccountId: second });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        rows: 2,
        faults: [],
        refusal: null,
        posts: [
          {
            content: 'Hello; world',
            scheduledTime: '2026-11-25T08:00:00.000Z',
            twitterAccountId: String(second),
          },
          { content: 'Again', scheduledTimeLocal: '2026-11-26T09:30:00', status: 'Pending' },
        ],
      },
    });
    expect(await kindsOf(app, writer, answer.body.posts[0]?.id ?? '')).toEqual(['planned']);
  });

  test('of a dry run saves nothing; with one key ten at once save it once', async () => {
    const writer = await roomy();
    const csv = csvOf(hourly(20));
    expect((await bring(writer, csv, { dryRun: true })).body).toEqual({
      rows: 20,
      faults: [],
      refusal: null,
      posts: [],
    });
    expect(await postsOf(app, writer)).toEqual([]);
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 10 }, () => bring(writer, csv, { key })));
    for (const { body } of answers) expect(body.posts.map(({ id }) => id)).toHaveLength(20);
    expect(new Set(answers.flatMap(({ body }) => body.posts.map(({ id }) => id))).size).toBe(20);
    expect(await postsOf(app, writer)).toHaveLength(20);
  });

  test('of 1,000 rows with 50 faults lists those 50 beside the plan’s posts a day, and saves none', async () => {
    const writer = await buildWriter(app, { timeZone: 'Europe/Paris' });
    const rows = hourly(1_000);
    const wanted: [number, string][] = [];
    for (let index = 0; index < 50; index += 1) {
      const at = index * 20;
      const [time, content, code] = [
        ['2026-11-20 09:00', 'fine', 'TIME_IN_PAST'],
        ['2027-03-28 02:30', 'fine', 'TIME_SKIPPED'],
        ['2027-02-01 09:00', 'fine', 'TIME_OUT_OF_RANGE'],
        ['2026-11-25 09:00', 'x'.repeat(281), 'POST_TOO_LONG'],
        ['next week', 'fine', 'VALIDATION_FAILED'],
      ][index % 5] as [string, string, string];
      rows[at] = [time, content];
      wanted.push([at + 2, code]);
    }
    for (const dryRun of [true, false]) {
      const { status, body } = await bring(writer, csvOf(rows), { dryRun });
      expect(status).toBe(200);
      expect(body.rows).toBe(1_000);
      expect(body.faults.map(({ row, code }) => [row, code])).toEqual(wanted);
      expect(new Set(body.faults.map(({ column }) => column))).toEqual(new Set(['time', 'content']));
      expect(body.refusal).toEqual({
        code: 'POSTS_PER_DAY_REACHED',
        message: expect.stringMatching(
          /^Your plan allows 2 posts a day\. This would exceed the limit on 2026-11-22 and on \d+ other days\.$/,
        ),
      });
      expect(body.posts).toEqual([]);
    }
    expect(await postsOf(app, writer)).toEqual([]);
  });

  test('of 1,000 rows is saved together', async () => {
    const writer = await roomy({ metadata: { tier: 'pro_plus', posts_per_day: '100' } });
    const { body } = await bring(writer, csvOf(hourly(1_000)));
    expect([body.faults, body.refusal, body.posts.length]).toEqual([[], null, 1_000]);
    expect(await postsOf(app, writer)).toHaveLength(1_000);
  });

  test('a row may have a fault in its time and one in its text; an empty text is one', async () => {
    const writer = await roomy();
    const { body } = await bring(writer, `time,content\nnever,${'x'.repeat(300)}\n2026-11-25 09:00,\n`);
    expect(body.faults).toEqual([
      { row: 2, column: 'time', code: 'VALIDATION_FAILED', message: 'Write the time like 2026-11-21 09:00.' },
      {
        row: 2,
        column: 'content',
        code: 'POST_TOO_LONG',
        message: 'A post may have at most 280 characters; this one has 300.',
      },
      { row: 3, column: 'content', code: 'VALIDATION_FAILED', message: 'Write something to post' },
    ]);
  });

  test('obeys the trial’s 14 and what its days hold already', async () => {
    const trial = await roomy({ plan: 'trial' });
    const many = await bring(trial, csvOf(hourly(15)));
    expect(many.body.refusal).toEqual({
      code: 'TRIAL_POSTS_REACHED',
      message: 'Your trial has room for 14 more of its 14 posts.',
    });
    // A row counts whatever its time is.
    const late = await bring(trial, csvOf([...hourly(14), ['2026-11-01 09:00', 'Too late']]));
    expect(late.body.refusal?.code).toBe('TRIAL_POSTS_REACHED');
    expect((await bring(trial, csvOf(hourly(14)))).body.posts).toHaveLength(14);
    const writer = await buildWriter(app);
    const day = (...hours: string[]) => csvOf(hours.map((hour) => [`2026-11-25 ${hour}:00`, `At ${hour}`]));
    expect((await bring(writer, day('08'))).body.posts).toHaveLength(1);
    expect((await bring(writer, day('09', '10'))).body.refusal).toEqual({
      code: 'POSTS_PER_DAY_REACHED',
      message: 'Your plan allows 2 posts a day. This would exceed the limit on 2026-11-25.',
    });
    expect((await bring(writer, day('09'))).body.posts).toHaveLength(1);
  });

  test('of another form is refused with what it lacks; and so is who may not schedule', async () => {
    const writer = await roomy();
    expect(await bring(writer, 'when,what\n1,2')).toMatchObject({
      status: 400,
      body: {
        code: 'IMPORT_INVALID',
        message:
          'This file is missing the columns “time” and “content”. Its first row must contain the headings time and content.',
      },
    });
    expect((await bring(writer, csvOf(hourly(1_001)))).body.code).toBe('IMPORT_INVALID');
    const stranger = await roomy();
    expect(await bring(writer, csvOf(hourly(1)), { twitterAccountId: stranger.accountId })).toMatchObject({
      status: 404,
      body: { code: 'X_ACCOUNT_NOT_FOUND' },
    });
    const unverified = await buildUser(app, { verified: false });
    expect((await bring(unverified, csvOf(hourly(1)))).body.code).toBe('EMAIL_NOT_VERIFIED');
    expect((await bring(await buildUser(app), csvOf(hourly(1)))).body.code).toBe('NO_SUBSCRIPTION');
    expect((await bring(await roomy({ state: 'canceled' }), csvOf(hourly(1)))).body.code).toBe(
      'SUBSCRIPTION_CANCELED',
    );
    expect(await postsOf(app, stranger)).toEqual([]);
  });

  test('a connection that dies on the last line leaves nothing, and the file can be sent again', async () => {
    const writer = await roomy();
    await app.platform.db.execute(sql`
      create function refuse_request() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`);
    await app.platform.db.execute(sql`
      create trigger refuse before insert on post_requests for each row execute function refuse_request()`);
    const key = randomUUID();
    expect((await bring(writer, csvOf(hourly(5)), { key })).status).toBe(500);
    expect(await postsOf(app, writer)).toEqual([]);
    await app.platform.db.execute(sql`drop trigger refuse on post_requests`);
    expect((await bring(writer, csvOf(hourly(5)), { key })).body.posts).toHaveLength(5);
  });
});

describe('an export', () => {
  const take = (writer: { token: string }) =>
    app.http.inject({ url: '/api/posts/export', headers: { authorization: `Bearer ${writer.token}` } });

  async function planned(writer: Writer) {
    const user = { id: writer.id, email: '', token: writer.token };
    const second = await connect(app, writer.id);
    const at = (hour: number) => new Date(Date.UTC(2026, 10, 25, hour));
    await buildPost(app, { user, accountId: writer.accountId, content: '=SUM("a";b)', scheduledAt: at(8) });
    await buildPost(app, {
      user,
      accountId: second,
      content: 'Two\nlines',
      scheduledAt: at(9),
      status: 'posted',
      tweetId: `t${writer.id}`,
    });
    await buildPost(app, {
      user,
      accountId: second,
      content: "'=quoted",
      scheduledAt: at(10),
      status: 'failed',
      errorMessage: 'No.',
    });
  }

  test('has every post of every account in every state, as a file, and another person’s has none of them', async () => {
    const writer = await roomy();
    await planned(writer);
    const file = await take(writer);
    expect(file.headers).toMatchObject({ 'content-type': 'text/csv', 'content-disposition': 'attachment' });
    const lines = file.body.split('\r\n');
    expect(lines).toHaveLength(5);
    expect(lines[1]).toContain(
      `"ada","2026-11-25 09:00","2026-11-25T08:00:00.000Z","Pending","'=SUM(""a"";b)"`,
    );
    expect(lines[2]).toContain(
      `"Posted","Two\nlines","${app.config.x.webUrl}/i/web/status/t${writer.id}",""`,
    );
    expect(lines[3]).toContain(`"Failed","''=quoted","","No."`);
    expect((await take(await roomy())).body.split('\r\n')).toHaveLength(2);
    // The posts of an account that is no longer connected still say whose they are.
    await app.platform.db.execute(
      sql`update x_accounts set disconnected_at = now() where user_id = ${writer.id}`,
    );
    expect((await take(writer)).body).toBe(file.body);
  });

  test('can be imported by another account, with every text and every time', async () => {
    const [writer, other] = [await roomy(), await roomy()];
    await planned(writer);
    const { body } = await bring(other, (await take(writer)).body);
    expect([body.faults, body.refusal]).toEqual([[], null]);
    const facts = ({ content, scheduledTime }: { content: string; scheduledTime: string }) => [
      content,
      scheduledTime,
    ];
    expect((await postsOf(app, other)).map(facts)).toEqual((await postsOf(app, writer)).map(facts));
  });
});
