import { historyCursor, scheduleStart } from '@drumbeat/contract/posts/history.rules.ts';
import type { ListedPost } from '@drumbeat/contract/posts/posts.ts';
import { DAY_MS } from '@drumbeat/contract/time.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { type BuiltUser, buildPost, buildUser, call, connectX, subscribe } from '../../../test/factories.ts';
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

  test('POST-01 POST-05 a row has what lists show, also what became of it; what is null or false is left out', async () => {
    const user = await buildUser(app);
    await subscribe(app, user, { trial: false });
    const { id: accountId } = await connectX(app, user);
    const at = new Date('2026-11-21T16:00:00.125Z');
    const made = { createdAt: daysAgo(2), updatedAt: daysAgo(0) };
    const plain = await buildPost(app, { user, accountId, ...made, scheduledAt: at, content: 'Plain' });
    const ended = { ...made, scheduledAt: daysAgo(1), postedAt: daysAgo(0.5) };
    const out = await buildPost(app, { user, accountId, ...ended, status: 'posted', tweetId: '4712' });
    const limited = await connectX(app, user);
    await holdAccount(app.platform, app.platform.db, limited.id, 'rate_limited', daysAgo(-1));
    const state = {
      retryCount: 2,
      errorCode: 'X_UNAVAILABLE',
      errorMessage: 'X said no',
      isPaused: true,
    } as const;
    const scheduledAt = new Date(at.getTime() + 1);
    const rich = await buildPost(app, {
      user,
      accountId: limited.id,
      scheduledAt,
      movedFrom: daysAgo(1),
      ...state,
    });
    const { body } = await list(user);
    expect(body.posts.map(({ id }) => Number(id))).toEqual([out.id, plain.id, rich.id]);
    const [outAs, plainAs, richAs] = body.posts;
    expect(plainAs).toEqual({
      id: String(plain.id),
      content: 'Plain',
      scheduledTime: '2026-11-21T16:00:00.125Z',
      scheduledTimeLocal: '2026-11-21T16:00:00',
      status: 'Pending',
      retryCount: 0,
      twitterAccountId: String(accountId),
      createdAt: daysAgo(2).toISOString(),
      updatedAt: '2026-11-21T15:30:00.000Z',
    });
    expect(outAs).toMatchObject({
      status: 'Posted',
      postedAt: '2026-11-21T03:30:00.000Z',
      tweetId: '4712',
      tweetUrl: `${app.config.x.webUrl}/i/web/status/4712`,
    });
    const movedFrom = '2026-11-20T15:30:00.000Z';
    expect(richAs).toMatchObject({ ...state, holdReason: 'rate_limited', movedFrom });
    // By their ids they say the same.
    const ids = [out.id, plain.id, rich.id];
    expect((await list(user, `?ids=${ids}`)).body).toEqual({ posts: [plainAs, outAs, richAs] });
    // Holds and pauses are for what waits alone.
    await app.platform.db.execute(sql`update posts set status = 'failed' where id = ${rich.id}`);
    const [failed] = (await list(user, `?ids=${rich.id}`)).body.posts;
    expect(failed).toEqual({ ...richAs, status: 'Failed', holdReason: undefined, isPaused: undefined });
  });

  test('of more than 2,000 posts holds the latest and leads to the others', async () => {
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

  test('stays small with years of history, and counts the older posts of the current schedule', async () => {
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
});

test('posts are read by id, however old; another person’s and deleted ones are left out', async () => {
  const { user, accountId } = await withHistory({ days: 1, perDay: 1, beforeDays: 300 });
  const [old] = await readOn(user, (await list(user)).body.earlier, 1);
  const fresh = await buildPost(app, { user, accountId });
  const foreign = await buildPost(app);
  const { body } = await list(user, `?ids=${foreign.id},${fresh.id},999999,${old}`);
  expect(idsOf(body)).toEqual([old, String(fresh.id)]);
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
