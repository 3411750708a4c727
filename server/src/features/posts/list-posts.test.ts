import { historyCursor, scheduleStart } from '@drumbeat/contract/posts/history.rules.ts';
import type { ListedPost } from '@drumbeat/contract/posts/posts.ts';
import { DAY_MS } from '@drumbeat/contract/time.ts';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { type BuiltUser, buildPost, buildUser, call, connectX, subscribe } from '../../../test/factories.ts';
import { connect } from '../generation/generation.fixture.ts';
import {
  countPlannedLinks,
  countPostsSince,
  findPost,
  findPostOfTweet,
  listChangedPosts,
  listFailedPosts,
  listNeighbours,
  listPlannedPage,
  listPlannedTimes,
  listPostEvents,
  listPostsByIds,
  type PlannedPage,
} from '../post/post.queries.ts';
import { holdAccount } from '../publishing/lanes/hold-account.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true, now: '2026-11-21T15:30:00Z' });
});
afterAll(() => app.close());

type List = { posts: ListedPost[]; earlier?: string; outEarlier?: number; code: string };
const list = (of: BuiltUser, query = '') => call<List>(app, 'GET', `/api/posts${query}`, { token: of.token });
const idsOf = ({ posts }: List) => posts.map(({ id }) => id);
const daysAgo = (days: number) => new Date(app.clock.now().getTime() - days * DAY_MS);

/** A person with an account, and as many posts as they had each day for so long, all of them out. */
async function withHistory(given: { days: number; perDay: number; beforeDays?: number }) {
  const user = await buildUser(app);
  const account = await connectX(app, user);
  const last = daysAgo(given.beforeDays ?? 1);
  await app.platform.db.execute(sql`
    insert into posts (user_id, account_id, content, scheduled_at, scheduled_local, due_at, status, posted_at, tweet_id, created_at, updated_at)
    select ${user.id}, ${account.id}, repeat('Small steps win. ', 14) || n, g.at, '2026-01-01T09:00:00', g.at, 'posted', g.at,
      ${`${user.id}-`} || n, g.at - interval '1 day', g.at
    from generate_series(0, ${given.days * given.perDay - 1}) n
    cross join lateral (select ${last}::timestamptz - (n / ${given.perDay}::int) * interval '1 day' as at) g`);
  return { user, accountId: account.id };
}

/** Reads the history to its end; `between` happens after each page. */
async function readOn(
  user: BuiltUser,
  earlier: string | undefined,
  limit: number,
  between?: () => Promise<unknown>,
) {
  const ids: string[] = [];
  let before = earlier;
  while (before !== undefined) {
    const { body } = await list(user, `?before=${before}&limit=${limit}`);
    expect(body.posts.length).toBeLessThanOrEqual(limit);
    ids.push(...idsOf(body));
    before = body.earlier;
    await between?.();
  }
  return ids;
}

describe('the current schedule', () => {
  test('POST-44 holds all that is not out, however old, and what was planned since its start, soonest first', async () => {
    const user = await buildUser(app);
    const { id: accountId } = await connectX(app, user);
    const start = scheduleStart(app.clock.now().getTime());
    const build = (given: Parameters<typeof buildPost>[1]) => buildPost(app, { user, accountId, ...given });
    const ahead = await build({ scheduledAt: daysAgo(-200) });
    const waiting = await build({ scheduledAt: daysAgo(90), isPaused: true });
    const failed = await build({ scheduledAt: daysAgo(80), status: 'failed', errorCode: 'X_REFUSED' });
    const going = await build({ scheduledAt: daysAgo(70), status: 'processing' });
    const out = { status: 'posted', postedAt: daysAgo(1) } as const;
    const yesterday = await build({ scheduledAt: daysAgo(1), ...out, tweetId: '900' });
    const first = await build({ scheduledAt: new Date(start), ...out });
    // What waits since before the start is no history.
    expect((await list(user)).body.earlier).toBeUndefined();
    const before = await build({ scheduledAt: new Date(start - 1), ...out });
    const { body } = await list(user);
    expect(idsOf(body)).toEqual(
      [waiting, failed, going, first, yesterday, ahead].map(({ id }) => String(id)),
    );
    // At the boundary: in one of both, and never in none.
    expect(body.earlier).toBe(historyCursor({ time: start, id: 0 }));
    expect(await readOn(user, body.earlier, 2)).toEqual([String(before.id)]);
    expect(idsOf((await list(user, `?twitterAccountId=${accountId}`)).body)).toEqual(idsOf(body));
  });

  test('POST-01 POST-05 a row has what lists show; what is null or false is left out', async () => {
    const user = await buildUser(app);
    const { id: accountId } = await connectX(app, user);
    const at = new Date('2026-11-21T16:00:00.125Z');
    const made = { scheduledAt: at, content: 'Plain', createdAt: daysAgo(2) };
    const plain = await buildPost(app, { user, accountId, ...made });
    const ended = { ...made, scheduledAt: daysAgo(1), postedAt: daysAgo(0.5) };
    const out = await buildPost(app, { user, accountId, ...ended, status: 'posted', tweetId: '4712' });
    await subscribe(app, user, { trial: false });
    const limited = await connectX(app, user);
    await holdAccount(app.platform, app.platform.db, limited.id, 'rate_limited', daysAgo(-1));
    const rich = await buildPost(app, {
      user,
      accountId: limited.id,
      scheduledAt: new Date(at.getTime() + 1),
      scheduledLocal: '2026-11-21T21:30:00',
      content: 'Rich',
      isPaused: true,
      movedFrom: daysAgo(1),
      retryCount: 2,
      errorCode: 'X_UNAVAILABLE',
      errorMessage: 'X said no',
    });
    const now = '2026-11-21T15:30:00.000Z';
    const { body } = await list(user);
    const same = {
      content: 'Plain',
      retryCount: 0,
      twitterAccountId: String(accountId),
      createdAt: made.createdAt.toISOString(),
      updatedAt: now,
    };
    expect(body).toEqual({
      posts: [
        {
          ...same,
          id: String(out.id),
          scheduledTime: '2026-11-20T15:30:00.000Z',
          scheduledTimeLocal: '2026-11-20T15:30:00',
          status: 'Posted',
          postedAt: '2026-11-21T03:30:00.000Z',
          tweetId: '4712',
          tweetUrl: `${app.config.x.webUrl}/i/web/status/4712`,
        },
        {
          ...same,
          id: String(plain.id),
          scheduledTime: '2026-11-21T16:00:00.125Z',
          scheduledTimeLocal: '2026-11-21T16:00:00',
          status: 'Pending',
        },
        {
          id: String(rich.id),
          content: 'Rich',
          scheduledTime: '2026-11-21T16:00:00.126Z',
          scheduledTimeLocal: '2026-11-21T21:30:00',
          status: 'Pending',
          twitterAccountId: String(limited.id),
          createdAt: now,
          updatedAt: now,
          holdReason: 'rate_limited',
          isPaused: true,
          movedFrom: '2026-11-20T15:30:00.000Z',
          retryCount: 2,
          errorCode: 'X_UNAVAILABLE',
          errorMessage: 'X said no',
        },
      ],
    });
    // By their ids they say the same.
    const ids = [out.id, plain.id, rich.id];
    const [outAs, plainAs, richAs] = body.posts;
    expect((await list(user, `?ids=${ids}`)).body).toEqual({ posts: [plainAs, outAs, richAs] });
    // What holds an account or pauses a post is said of what waits alone.
    await app.platform.db.execute(sql`update posts set status = 'failed' where id = ${rich.id}`);
    const [failed] = (await list(user, `?ids=${rich.id}`)).body.posts;
    expect(failed).toEqual({ ...richAs, status: 'Failed', holdReason: undefined, isPaused: undefined });
  });

  test('of very many holds the latest 2,000, and leads to the others', async () => {
    const { user, accountId } = await withHistory({ days: 2, perDay: 1_001 });
    // What waits for longer is shown as well, and the others are still those before the oldest that is out.
    await buildPost(app, { user, accountId, isPaused: true, scheduledAt: daysAgo(10) });
    const { body } = await list(user);
    expect(body.posts).toHaveLength(2_001);
    expect(body.posts.at(-1)?.scheduledTime).toBe(daysAgo(1).toISOString());
    const rest = await readOn(user, body.earlier, 500);
    expect(new Set([...idsOf(body), ...rest]).size).toBe(2_003);
    expect(rest).toHaveLength(2);
  });

  test('stays small with years of history, and counts what it no longer holds of the current schedule', async () => {
    const { user, accountId } = await withHistory({ days: 1_200, perDay: 2 });
    const before = { user, accountId, scheduledAt: daysAgo(3) };
    await buildPost(app, { ...before, status: 'posted', postedAt: daysAgo(3), createdAt: daysAgo(200) });
    // What failed is shown, however old, and begins no schedule.
    for (const [planned, made] of [
      [3, 300],
      [50, 90],
    ] as const)
      await buildPost(app, {
        ...before,
        status: 'failed',
        scheduledAt: daysAgo(planned),
        createdAt: daysAgo(made),
      });
    const week = await list(user);
    const size = JSON.stringify(week.body).length;
    expect(week.body.posts).toHaveLength(83);
    expect(size).toBeLessThan(60_000);
    // None waits: the newest were made a day before they went out, so none of the history is theirs.
    expect(week.body.outEarlier).toBeUndefined();
    // One waits since it was made 100 days ago: what was made and planned since belongs to the same schedule.
    await buildPost(app, { user, accountId, isPaused: true, createdAt: daysAgo(100) });
    const held = (await list(user)).body;
    expect(held.posts).toHaveLength(84);
    // Planned 41 to 99 days ago, each made a day earlier, two a day.
    expect(held.outEarlier).toBe(2 * 59);
    expect((await list(user, `?twitter_account_id=${accountId}`)).body.outEarlier).toBe(2 * 59);
    // One that is on its way waits as well.
    await buildPost(app, { user, accountId, status: 'processing', createdAt: daysAgo(102) });
    expect((await list(user)).body.outEarlier).toBe(2 * 61);
  });
});

describe('the history', () => {
  test('is read page by page to its end, the latest first, without a gap or a double while posts change', async () => {
    // Five a day at one moment: pages of seven end between posts of one moment.
    const { user, accountId } = await withHistory({ days: 12, perDay: 5, beforeDays: 50 });
    const all = (
      await list(user, `?before=${historyCursor({ time: daysAgo(0).getTime(), id: 0 })}&limit=500`)
    ).body;
    expect(all.posts).toHaveLength(60);
    expect(all.earlier).toBeUndefined();
    const { earlier } = (await list(user)).body;
    const read = await readOn(user, earlier, 7, async () => {
      await buildPost(app, {
        user,
        accountId,
        status: 'posted',
        postedAt: daysAgo(0),
        scheduledAt: daysAgo(42),
      });
    });
    expect(read).toEqual(idsOf(all));
  });

  test('ends at a time where one asks for a month', async () => {
    const { user, accountId } = await withHistory({ days: 30, perDay: 1, beforeDays: 60 });
    const before = historyCursor({ time: daysAgo(64).getTime(), id: 0 });
    const from = daysAgo(70).toISOString();
    const { body } = await list(user, `?twitterAccountId=${accountId}&before=${before}&from=${from}`);
    expect(body.posts).toHaveLength(6);
    expect(body.posts.at(-1)?.scheduledTime).toBe(from);
    expect(body.earlier).toBeUndefined();
  });

  test('holds what is out alone: a failed post stays in the schedule', async () => {
    const { user, accountId } = await withHistory({ days: 3, perDay: 1, beforeDays: 60 });
    const failed = await buildPost(app, { user, accountId, status: 'failed', scheduledAt: daysAgo(61) });
    const { body } = await list(user);
    expect(idsOf(body)).toEqual([String(failed.id)]);
    expect(await readOn(user, body.earlier, 10)).toHaveLength(3);
  });

  test.each([
    ['a place that is none', '?before=yesterday'],
    ['a time without a page', '?from=2026-01-01T00:00:00Z'],
    ['too many', '?before=1_1&limit=501'],
    ['ids and a page', '?before=1_1&ids=3'],
    ['ids that are none', '?ids=1,x'],
  ])('%s is refused', async (_what, query) => {
    expect(await list(await buildUser(app), query)).toMatchObject({ status: 400 });
  });
});

test('posts are read by id, wherever they are; another’s and deleted ones are left out', async () => {
  const { user, accountId } = await withHistory({ days: 1, perDay: 1, beforeDays: 300 });
  const [old] = await readOn(user, (await list(user)).body.earlier, 1);
  const fresh = await buildPost(app, { user, accountId });
  const foreign = await buildPost(app);
  const { body } = await list(user, `?ids=${foreign.id},${fresh.id},999999,${old}`);
  expect(idsOf(body)).toEqual([old, String(fresh.id)]);
});

test('what drafts are compared with are the account’s latest posts in any state, with the times that they are planned for', async () => {
  const user = await buildUser(app);
  const { id: accountId } = await connectX(app, user);
  // The longer ahead a post is planned, the earlier it was saved.
  for (const [days, status] of [
    [3, 'posted'],
    [-2, 'failed'],
    [1, 'pending'],
    [-5, 'pending'],
  ] as const) {
    const times = { scheduledAt: daysAgo(days), createdAt: daysAgo(20 - days), dueAt: daysAgo(10 - days) };
    await buildPost(app, { user, accountId, content: `${days} days ago`, status, ...times });
  }
  await buildPost(app, { content: 'of another account', scheduledAt: daysAgo(-9) });
  const at = (days: number) => daysAgo(days).getTime();
  expect(await listNeighbours(app.platform.db, accountId, 3)).toEqual([
    { text: '-5 days ago', at: at(-5) },
    { text: '-2 days ago', at: at(-2) },
    { text: '1 days ago', at: at(1) },
  ]);
});

describe('other features read', () => {
  type Given = NonNullable<Parameters<typeof buildPost>[1]>;
  const at = (minutes: number) => new Date(Date.parse('2026-11-21T12:00:00Z') + minutes * 60_000);
  /** A person with two accounts. Each post has four moments that differ, unless a test says one of them. */
  async function planner() {
    const user = await buildUser(app);
    const [own, second] = [(await connectX(app, user)).id, await connect(app, user.id)];
    const plan = async (given: Given = {}) => {
      const times = { scheduledAt: at(500), dueAt: at(600), createdAt: at(-700), updatedAt: at(-800) };
      return (await buildPost(app, { user, accountId: own, ...times, ...given })).id;
    };
    return { user, own, second, plan };
  }

  test('the times of one account’s posts from a moment on: all, or those that a new calendar leaves', async () => {
    const { own, second, plan } = await planner();
    await plan({ scheduledAt: at(-1) });
    await plan({ scheduledAt: at(0), status: 'posted' });
    await plan({ scheduledAt: at(1) });
    await plan({ scheduledAt: at(2), status: 'failed' });
    await plan({ scheduledAt: at(3), isPaused: true });
    await plan({ scheduledAt: at(4), status: 'processing' });
    await plan({ scheduledAt: at(5), accountId: second, status: 'posted' });
    const times = async (which: 'all' | 'kept') =>
      (await listPlannedTimes(app.platform.db, own, at(0), which)).map((time) => time.getTime()).toSorted();
    expect(await times('all')).toEqual([0, 1, 2, 3, 4].map((minutes) => at(minutes).getTime()));
    expect(await times('kept')).toEqual([0, 4].map((minutes) => at(minutes).getTime()));
  });

  test('how many posts a person has saved since a moment, and how many with a link are due in a time', async () => {
    const { user, second, plan } = await planner();
    const { db } = app.platform;
    for (const minutes of [-1, 0, 1]) await plan({ createdAt: at(minutes) });
    await plan({ createdAt: at(2), accountId: second, status: 'failed' });
    await buildPost(app, { createdAt: at(3) });
    expect(await countPostsSince(db, user.id, at(0))).toBe(3);
    const content = 'Read example.com';
    const counts: number[] = [];
    for (const given of [
      { dueAt: at(-1) },
      { dueAt: at(0) },
      { dueAt: at(9), status: 'posted' },
      { dueAt: at(10) },
      { dueAt: at(5), status: 'failed' },
      { dueAt: at(5), accountId: second, isPaused: true },
      { dueAt: at(5), content: 'No link' },
    ] as const) {
      await plan({ content, ...given });
      counts.push(await countPlannedLinks(db, user.id, at(0), at(10)));
    }
    await buildPost(app, { content, dueAt: at(5) });
    counts.push(await countPlannedLinks(db, user.id, at(0), at(10)));
    expect(counts).toEqual([0, 1, 2, 2, 2, 3, 3, 3]);
  });

  test('a person’s failed posts, the oldest first, as many as are asked for', async () => {
    const { user, own, second, plan } = await planner();
    await plan();
    const first = await plan({ status: 'failed', retryCount: 2, scheduledAt: at(9) });
    await plan({ status: 'posted' });
    const next = await plan({ status: 'failed', accountId: second, scheduledAt: at(1) });
    const last = await plan({ status: 'failed' });
    await buildPost(app, { status: 'failed' });
    const all = [
      { userId: user.id, id: first, accountId: own, retryCount: 2 },
      { userId: user.id, id: next, accountId: second, retryCount: 0 },
      { userId: user.id, id: last, accountId: own, retryCount: 0 },
    ];
    expect(await listFailedPosts(app.platform.db, [user.id], 4)).toEqual(all);
    expect(await listFailedPosts(app.platform.db, [user.id], 2)).toEqual(all.slice(0, 2));
  });

  test('a person’s posts that changed since a moment, the earliest change first', async () => {
    const { user, second, plan } = await planner();
    const latest = await plan({ updatedAt: at(2) });
    const [one, twin] = [
      await plan({ updatedAt: at(1) }),
      await plan({ updatedAt: at(1), accountId: second }),
    ];
    await plan({ updatedAt: at(-1) });
    const first = await plan({ updatedAt: at(0), status: 'posted' });
    await buildPost(app, { updatedAt: at(1) });
    const changed = async (limit: number) =>
      (await listChangedPosts(app.platform.db, user.id, at(0), limit)).map(({ id }) => id);
    expect(await changed(9)).toEqual([first, one, twin, latest]);
    expect(await changed(2)).toEqual([first, one]);
  });

  test('a post by its id or by what it became on X, whoever owns it', async () => {
    const { plan } = await planner();
    const [id, other] = [
      await plan({ status: 'posted', tweetId: '8811' }),
      await plan({ status: 'posted', tweetId: '8812' }),
    ];
    const { db } = app.platform;
    expect((await findPostOfTweet(db, '8811'))?.id).toBe(id);
    expect((await findPost(db, other))?.tweetId).toBe('8812');
    expect((await listPostsByIds(db, [other, id, 1])).map((post) => post.id)).toEqual([id, other]);
    expect([await findPostOfTweet(db, '881'), await findPost(db, 1)]).toEqual([undefined, undefined]);
  });

  test('a person’s posts as events, the latest first, with what became of each', async () => {
    const { user, own, plan } = await planner();
    const content = 'x'.repeat(121);
    const out = await plan({
      content,
      scheduledAt: at(1),
      postedAt: at(3),
      tweetId: '8813',
      status: 'posted',
    });
    const failed = await plan({
      content: 'Failed',
      scheduledAt: at(2),
      retryCount: 3,
      errorCode: 'X_REFUSED',
      errorMessage: 'X said no',
      status: 'failed',
    });
    const coded = await plan({ content: 'Coded', scheduledAt: at(2), errorCode: 'X_UNAVAILABLE' });
    await plan({ scheduledAt: at(0) });
    const shown = await plan({ scheduledAt: at(2) });
    await plan({ scheduledAt: at(3) });
    await buildPost(app, { scheduledAt: at(1) });
    await holdAccount(app.platform, app.platform.db, own, 'paused');
    const none = { postedAt: null, tweetId: null, retries: 0, held: 'paused', error: null };
    const page = { before: at(2), atMoment: { belowId: String(shown) }, limit: 3 };
    expect(await listPostEvents(app.platform.db, user.id, page)).toEqual([
      {
        id: String(coded),
        at: at(2),
        action: 'post.pending',
        details: { ...none, content: 'Coded', error: 'X_UNAVAILABLE' },
      },
      {
        id: String(failed),
        at: at(2),
        action: 'post.failed',
        details: { ...none, content: 'Failed', retries: 3, held: null, error: 'X said no' },
      },
      {
        id: String(out),
        at: at(1),
        action: 'post.posted',
        details: {
          ...none,
          content: 'x'.repeat(120),
          postedAt: at(3).toISOString(),
          tweetId: '8813',
          held: null,
        },
      },
    ]);
  });

  test('everybody’s planned posts page by page, account by account, as they are due', async () => {
    const { own, second, plan } = await planner();
    const [low, high] = [Math.min(own, second), Math.max(own, second)];
    const due = { dueAt: at(4), scheduledAt: at(2) };
    const of = (accountId: number, given: Given) => plan({ accountId, ...given });
    const elsewhere = await of(high, { dueAt: at(1), content: 'Read example.com' });
    const [twin, other] = [await of(low, due), await of(low, due)];
    const earlier = await of(low, { ...due, scheduledAt: at(1) });
    const first = await of(low, { dueAt: at(3), scheduledAt: at(9) });
    await of(low, { isPaused: true });
    await of(low, { status: 'failed' });
    await of(low, { status: 'posted' });
    const inHand = await of(low, { dueAt: at(5), status: 'processing' });
    let after: PlannedPage['last'] = {
      accountId: low - 1,
      dueAt: at(0),
      due: 'infinity',
      scheduled: 'infinity',
      id: 0,
      hasLink: false,
    };
    const seen = [];
    for (let page = 0; page < 3; page += 1) {
      const { posts, last } = await listPlannedPage(app.platform.db, after, 2);
      expect(last).toEqual(posts.at(-1));
      seen.push(...posts.map(({ id, accountId, dueAt, hasLink }) => ({ id, accountId, dueAt, hasLink })));
      after = last;
    }
    const row = { accountId: low, dueAt: at(4), hasLink: false };
    expect(seen).toEqual([
      { ...row, id: first, dueAt: at(3) },
      { ...row, id: earlier },
      { ...row, id: twin },
      { ...row, id: other },
      { ...row, id: inHand, dueAt: at(5) },
      { id: elsewhere, accountId: high, dueAt: at(1), hasLink: true },
    ]);
  });
});

test('another’s account is not found, nor one that is disconnected, in the schedule and in the history', async () => {
  const { user, accountId } = await withHistory({ days: 1, perDay: 1 });
  const stranger = await buildUser(app);
  const paging = `&before=${historyCursor({ time: Date.now(), id: 1 })}`;
  const refused = { status: 404, body: { code: 'X_ACCOUNT_NOT_FOUND' } };
  for (const page of ['', paging])
    expect(await list(stranger, `?twitterAccountId=${accountId}${page}`)).toMatchObject(refused);
  await app.platform.db.execute(sql`update x_accounts set disconnected_at = now() where id = ${accountId}`);
  for (const page of ['', paging])
    expect(await list(user, `?twitterAccountId=${accountId}${page}`)).toMatchObject(refused);
});

test('each list is one statement, and reads by an index no more than it shows, of one account and of all', async () => {
  const { user, accountId } = await withHistory({ days: 1_500, perDay: 2 });
  const other = await withHistory({ days: 1_500, perDay: 12 });
  await app.platform.db.execute(sql`analyze posts, lanes`);
  const pool = (app.platform.db as unknown as { $client: pg.Pool }).$client;
  const page = `before=${historyCursor({ time: daysAgo(300).getTime(), id: 0 })}&limit=50`;
  const ofAccount = `twitterAccountId=${accountId}`;
  const ids = idsOf((await list(other.user)).body)
    .slice(0, 90)
    .join(',');
  for (const [query, most] of [
    ['?', 90],
    [`?${ofAccount}`, 90],
    [`?${page}`, 60],
    [`?${ofAccount}&${page}`, 60],
    [`?ids=${ids}`, 90],
  ] as const) {
    const asked = vi.spyOn(pool, 'query');
    expect((await list(user, query)).status).toBe(200);
    const statements = asked.mock.calls.flatMap(([config, values]) => {
      const text = (config as unknown as pg.QueryConfig).text;
      return / (shown_)?posts /.test(text) ? [{ text, values: values as unknown as unknown[] }] : [];
    });
    asked.mockRestore();
    expect(statements, query).toHaveLength(1);
    const [{ text, values }] = statements as [(typeof statements)[number]];
    const { rows } = await pool.query(`explain (analyze, format json) ${text}`, values);
    const read = [...readings(rows[0]['QUERY PLAN'][0].Plan)];
    expect(read.length).toBeGreaterThan(0);
    expect(read.filter(({ by }) => by === 'Seq Scan')).toEqual([]);
    expect(Math.max(...read.map((each) => each.rows)), query).toBeLessThanOrEqual(most);
  }
});

type Node = Record<string, unknown> & { Plans?: Node[] };
/** Each part of a plan that reads posts, with the rows that it looked at. */
function* readings(node: Node): Generator<{ by: unknown; rows: number }> {
  if (node['Relation Name'] === 'posts') {
    const rows = Number(node['Actual Rows']) + Number(node['Rows Removed by Filter'] ?? 0);
    yield { by: node['Node Type'], rows: rows * Number(node['Actual Loops']) };
  }
  for (const inner of node.Plans ?? []) yield* readings(inner);
}
