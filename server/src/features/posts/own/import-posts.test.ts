import { randomUUID } from 'node:crypto';
import type { ImportFault } from '@drumbeat/contract/posts/own-posts.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { buildPost, buildUser, call, postsOf } from '../../../../test/factories.ts';
import { buildWriter, connect, type Writer } from '../../generation/generation.fixture.ts';
import { historyOf, type OwnAnswer, postWith, rowsOf, timed } from './own-posts.fixture.ts';

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
    timeZone: 'Asia/Kolkata',
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
    const made = '2026-11-21T12:00:00.000Z';
    const same = {
      id: expect.stringMatching(/^\d+$/),
      twitterAccountId: String(second),
      createdAt: made,
      updatedAt: made,
    };
    const [first, next] = [
      { scheduledTime: '2026-11-25T03:30:00.000Z', scheduledTimeLocal: '2026-11-25T09:00:00' },
      { scheduledTime: '2026-11-26T04:00:00.000Z', scheduledTimeLocal: '2026-11-26T09:30:00' },
    ];
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        rows: 2,
        faults: [],
        refusal: null,
        posts: [
          postWith({ ...same, ...first, content: 'Hello; world' }),
          postWith({ ...same, ...next, content: 'Again' }),
        ],
      },
    ]);
    const ids = answer.body.posts.map(({ id }) => id);
    const at = '2026-11-21 12:00:00+00';
    const detail = { imported: true, at: first.scheduledTime, local: first.scheduledTimeLocal };
    expect(await historyOf(app, ids[0] ?? '')).toEqual([{ kind: 'planned', detail, at }]);
    expect(await rowsOf(app, writer.id)).toMatchObject([
      { user_id: writer.id, account_id: second, due_at: '2026-11-25 03:30:00+00', generation_job_id: null },
      { user_id: writer.id, account_id: second, due_at: '2026-11-26 04:00:00+00', generation_job_id: null },
    ]);
    const { rows } = await app.platform.db.execute(
      sql`select post_ids, at from post_requests where user_id = ${writer.id}`,
    );
    expect(rows).toEqual([{ post_ids: ids, at }]);
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
    const saved = await postsOf(app, writer);
    expect(saved.map(({ content }) => content)).toEqual(hourly(20).map(([, content]) => content));
    for (const { body } of answers)
      expect(body).toEqual({ rows: 20, faults: [], refusal: null, posts: saved });
    // Sent once more, a dry run looks at the file anew.
    expect((await bring(writer, csv, { key, dryRun: true })).body.posts).toEqual([]);
  });

  test('of 1,000 rows with 50 faults lists those 50 beside the plan’s posts a day, and saves none', async () => {
    const writer = await buildWriter(app, { timeZone: 'Europe/Paris' });
    const rows = hourly(1_000);
    const wanted: object[] = [];
    const ahead = 'Choose a time in the future and within your schedule period.';
    for (let index = 0; index < 50; index += 1) {
      const at = index * 20;
      const [time, content, code, message] = [
        ['2026-11-20 09:00', 'fine', 'TIME_IN_PAST', `${ahead} That moment has passed.`],
        [
          '2027-03-28 02:30',
          'fine',
          'TIME_SKIPPED',
          'The clocks in Europe/Paris go forward then: there is no 02:30 on 28 March 2027. Choose another time.',
        ],
        ['2027-02-01 09:00', 'fine', 'TIME_OUT_OF_RANGE', `${ahead} It ends on 21 December 2026 at 13:00.`],
        [
          '2026-11-25 09:00',
          'x'.repeat(281),
          'POST_TOO_LONG',
          'A post may have at most 280 characters; this one has 281.',
        ],
        ['next week', 'fine', 'VALIDATION_FAILED', 'Write the time like 2026-11-21 09:00.'],
      ][index % 5] as [string, string, string, string];
      rows[at] = [time, content];
      wanted.push({ row: at + 2, column: content === 'fine' ? 'time' : 'content', code, message });
    }
    for (const dryRun of [true, false]) {
      const { status, body } = await bring(writer, csvOf(rows), { dryRun });
      expect(status).toBe(200);
      expect(body.rows).toBe(1_000);
      expect(body.faults).toEqual(wanted);
      // 600 hours are 25 days.
      expect(body.refusal).toEqual({
        code: 'POSTS_PER_DAY_REACHED',
        message:
          'Your plan allows 2 posts a day. This would exceed the limit on 2026-11-22 and on 24 other days.',
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
    expect([body.rows, body.refusal]).toEqual([2, null]);
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
    expect((await bring(trial, csvOf(hourly(1, () => 'One more')))).body.refusal?.message).toBe(
      'Your trial has room for 0 more of its 14 posts.',
    );
    const writer = await buildWriter(app);
    const day = (...hours: string[]) => csvOf(hours.map((hour) => [`2026-11-25 ${hour}:00`, `At ${hour}`]));
    expect((await bring(writer, day('08'))).body.posts).toHaveLength(1);
    expect((await bring(writer, day('09', '10'))).body.refusal).toEqual({
      code: 'POSTS_PER_DAY_REACHED',
      message: 'Your plan allows 2 posts a day. This would exceed the limit on 2026-11-25.',
    });
    expect((await bring(writer, day('09'))).body.posts).toHaveLength(1);
    // Of another account the day is empty.
    const second = await connect(app, writer.id);
    expect((await bring(writer, day('09', '10'), { twitterAccountId: second })).body.posts).toHaveLength(2);
    // The day is that of the person's calendar: half past nine in the evening of Greenwich is their next one.
    const far = await buildWriter(app, { timeZone: 'Asia/Kolkata' });
    const user = { id: far.id, email: '', token: far.token };
    for (const time of ['2026-11-24T21:30:00Z', '2026-11-25T09:30:00Z'])
      await buildPost(app, { user, accountId: far.accountId, ...timed(time, 'Asia/Kolkata') });
    expect((await bring(far, day('12'))).body.refusal?.message).toBe(
      'Your plan allows 2 posts a day. This would exceed the limit on 2026-11-25.',
    );
  });

  test('of another form is refused with what it lacks; and so is who may not schedule', async () => {
    const writer = await roomy();
    expect(await bring(writer, 'when,what\n1,2')).toMatchObject({
      status: 400,
      body: {
        code: 'IMPORT_INVALID',
        message:
          'This file is missing the columns “time” and “content”. Its first row must contain the headings time and content.',
        data: { fields: { csv: expect.stringMatching(/^This file is missing the columns/) } },
      },
    });
    expect((await bring(writer, csvOf(hourly(1_001)))).body).toMatchObject({
      code: 'IMPORT_INVALID',
      message: 'A file can contain at most 1,000 posts; this one has more.',
    });
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
    const formula = { content: '=SUM("a";b)', scheduledAt: at(8) };
    const first = await buildPost(app, { user, accountId: writer.accountId, ...formula });
    const out = await buildPost(app, {
      user,
      accountId: second,
      content: 'Two\nlines',
      scheduledAt: at(9),
      status: 'posted',
      tweetId: `t${writer.id}`,
    });
    const failed = await buildPost(app, {
      user,
      accountId: second,
      content: "'=quoted",
      scheduledAt: at(10),
      status: 'failed',
      errorCode: 'X_REFUSED',
      errorMessage: 'No.',
    });
    await app.platform.db.execute(sql`update x_accounts set username = 'grace' where id = ${second}`);
    return [first.id, out.id, failed.id];
  }

  test('has every post of every account in every state, as a file, and another person’s has none of them', async () => {
    const writer = await roomy();
    const [first, out, failed] = await planned(writer);
    const file = await take(writer);
    expect(file.headers).toMatchObject({ 'content-type': 'text/csv', 'content-disposition': 'attachment' });
    expect(file.body.split('\r\n')).toEqual([
      '\uFEFF"id","account","time","time_utc","status","content","tweet_url","error"',
      `"${first}","ada","2026-11-25 13:30","2026-11-25T08:00:00.000Z","Pending","'=SUM(""a"";b)","",""`,
      `"${out}","grace","2026-11-25 14:30","2026-11-25T09:00:00.000Z","Posted","Two\nlines","${app.config.x.webUrl}/i/web/status/t${writer.id}",""`,
      `"${failed}","grace","2026-11-25 15:30","2026-11-25T10:00:00.000Z","Failed","''=quoted","","No."`,
      '',
    ]);
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
