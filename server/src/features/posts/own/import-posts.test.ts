import { randomUUID } from 'node:crypto';
import type { ImportFault } from '@drumbeat/contract/posts/own-posts.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { buildPost, buildUser, call, postsOf } from '../../../../test/factories.ts';
import { buildWriter, connect } from '../../generation/generation.fixture.ts';
import { historyOf, type OwnAnswer, rowsOf } from './own-posts.fixture.ts';

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
const hourly = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const time = new Date(Date.parse('2026-11-22T00:00:00Z') + (index % 600) * 3_600_000);
    return [time.toISOString().slice(0, 16).replace('T', ' '), `Post ${index}`];
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
    const same = { twitterAccountId: String(second), status: 'Pending' };
    expect(answer).toMatchObject({
      status: 200,
      body: {
        rows: 2,
        faults: [],
        refusal: null,
        posts: [
          { ...same, content: 'Hello; world', scheduledTimeLocal: '2026-11-25T09:00:00' },
          { ...same, content: 'Again', scheduledTimeLocal: '2026-11-26T09:30:00' },
        ],
      },
    });
    const detail = { imported: true, at: '2026-11-25T03:30:00.000Z', local: '2026-11-25T09:00:00' };
    const history = await historyOf(app, answer.body.posts[0]?.id ?? '');
    expect(history).toMatchObject([{ kind: 'planned', detail }]);
    expect(await rowsOf(app, writer.id)).toMatchObject([
      { account_id: second, due_at: '2026-11-25 03:30:00+00' },
      { account_id: second, due_at: '2026-11-26 04:00:00+00' },
    ]);
  });

  test('of a dry run saves nothing; with one key ten at once save it once', async () => {
    const writer = await roomy();
    const csv = csvOf(hourly(20));
    const faultless = { rows: 20, faults: [], refusal: null };
    expect((await bring(writer, csv, { dryRun: true })).body).toEqual({ ...faultless, posts: [] });
    expect(await postsOf(app, writer)).toEqual([]);
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 10 }, () => bring(writer, csv, { key })));
    const saved = await postsOf(app, writer);
    expect(saved.map(({ content }) => content)).toEqual(hourly(20).map(([, content]) => content));
    for (const { body } of answers) expect(body).toEqual({ ...faultless, posts: saved });
    // Sent once more, a dry run reads the file again.
    expect((await bring(writer, csv, { key, dryRun: true })).body.posts).toEqual([]);
  });

  test('of 1,000 rows with 50 faults lists those 50 beside the plan’s posts a day, and saves none', async () => {
    const writer = await buildWriter(app, { timeZone: 'Europe/Paris' });
    const rows = hourly(1_000);
    const wanted: object[] = [];
    const kinds = [
      ['2026-11-20 09:00', 'fine', 'TIME_IN_PAST'],
      ['2027-03-28 02:30', 'fine', 'TIME_SKIPPED'],
      ['2027-02-01 09:00', 'fine', 'TIME_OUT_OF_RANGE'],
      ['2026-11-25 09:00', 'x'.repeat(281), 'POST_TOO_LONG'],
      ['next week', 'fine', 'VALIDATION_FAILED'],
    ] as const;
    for (let index = 0; index < 50; index += 1) {
      const [time, content, code] = kinds[index % 5] as (typeof kinds)[number];
      rows[index * 20] = [time, content];
      wanted.push({ row: index * 20 + 2, column: content === 'fine' ? 'time' : 'content', code });
    }
    for (const dryRun of [true, false]) {
      const { body } = await bring(writer, csvOf(rows), { dryRun });
      expect(body.faults).toMatchObject(wanted);
      // 600 hours are 25 days.
      const message =
        'Your plan allows 2 posts a day. This would exceed the limit on 2026-11-22 and on 24 other days.';
      expect(body).toMatchObject({
        rows: 1_000,
        refusal: { code: 'POSTS_PER_DAY_REACHED', message },
        posts: [],
      });
    }
    expect(await postsOf(app, writer)).toEqual([]);
  });

  test('is refused where the file has no such columns, the account is another person’s or the plan does not allow it', async () => {
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
    const stranger = await roomy();
    const codeOf = async (who: { token: string }, more: object = {}) =>
      (await bring(who, csvOf(hourly(1)), more)).body.code;
    expect(await codeOf(writer, { twitterAccountId: stranger.accountId })).toBe('X_ACCOUNT_NOT_FOUND');
    expect(await codeOf(await buildUser(app, { verified: false }))).toBe('EMAIL_NOT_VERIFIED');
    expect(await codeOf(await buildUser(app))).toBe('NO_SUBSCRIPTION');
    expect(await codeOf(await roomy({ state: 'canceled' }))).toBe('SUBSCRIPTION_CANCELED');
    expect(await postsOf(app, stranger)).toEqual([]);
  });
});

describe('an export', () => {
  test('has every post of every account in every state, as a file, and none of another person', async () => {
    const user = await roomy();
    const second = await connect(app, user.id);
    await app.platform.db.execute(sql`update x_accounts set username = 'grace' where id = ${second}`);
    const at = (hour: number) => ({ scheduledAt: new Date(Date.UTC(2026, 10, 25, hour)) });
    const first = await buildPost(app, { user, accountId: user.accountId, content: '=SUM("a";b)', ...at(8) });
    const of = { user, accountId: second };
    const tweetId = `t${user.id}`;
    const out = await buildPost(app, { ...of, content: 'Two\nlines', status: 'posted', tweetId, ...at(9) });
    const refusal = { status: 'failed', errorCode: 'X_REFUSED', errorMessage: 'No.' } as const;
    const failed = await buildPost(app, { ...of, content: "'=quoted", ...refusal, ...at(10) });
    const take = ({ token }: { token: string }) =>
      app.http.inject({ url: '/api/posts/export', headers: { authorization: `Bearer ${token}` } });
    const file = await take(user);
    expect(file.headers).toMatchObject({ 'content-type': 'text/csv', 'content-disposition': 'attachment' });
    expect(file.body.split('\r\n')).toEqual([
      '\uFEFF"id","account","time","time_utc","status","content","tweet_url","error"',
      `"${first.id}","ada","2026-11-25 13:30","2026-11-25T08:00:00.000Z","Pending","'=SUM(""a"";b)","",""`,
      `"${out.id}","grace","2026-11-25 14:30","2026-11-25T09:00:00.000Z","Posted","Two\nlines","${app.config.x.webUrl}/i/web/status/${tweetId}",""`,
      `"${failed.id}","grace","2026-11-25 15:30","2026-11-25T10:00:00.000Z","Failed","''=quoted","","No."`,
      '',
    ]);
    expect((await take(await roomy())).body.split('\r\n')).toHaveLength(2);
    // The posts of an account that is no longer connected still name it.
    await app.platform.db.execute(
      sql`update x_accounts set disconnected_at = now() where user_id = ${user.id}`,
    );
    expect((await take(user)).body).toBe(file.body);
  });
});
