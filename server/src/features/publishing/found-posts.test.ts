import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { buildPost, buildUser, connectX, sandboxControl } from '../../../test/factories.ts';
import { inTransaction } from '../../platform/database/database.ts';
import type { XClient } from '../../providers/x/x.ts';
import { findPosted } from './engine/find-posted.ts';
import { CERTAIN_AFTER_ANSWER_SECONDS } from './engine/liveness.rules.ts';
import { changePosts } from './lanes/change-posts.ts';
import { duePost, fault, runEngine, shown, tweetsOf } from './publishing.fixture.ts';

/* Whether a post that stands on X is found there, whatever X makes of it and whatever the clocks say. */

const MINUTE_MS = 60_000;
let people = 0;
let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true });
});
afterEach(async () => {
  await fetch(`${app.sandboxUrl}/sandbox/x/faults`, { method: 'DELETE' });
  await xClockAhead(0);
});
afterAll(() => app.close());

const xClockAhead = (aheadMs: number) => sandboxControl(app, '/sandbox/x/clock', { aheadMs });

/** Lets the engine work until a timeline without the post would be proof. */
async function untilCertain(): Promise<void> {
  await runEngine(app);
  app.clock.advance(CERTAIN_AFTER_ANSWER_SECONDS * 1000 + 1);
  await runEngine(app);
}

describe('after a lost answer a post is found where', () => {
  test.each([
    ['a phone wrote a capital', 'Https://example.com/a'],
    ['all of a link is in capitals', 'See HTTPS://EXAMPLE.COM'],
    ['a host has an accent', 'Bei müller.de.'],
    ['a host is in another script', 'http://日本語.jp と 日本語.jp'],
    ['a link has no scheme', 'On example.com/x?a=1&b=2 & more'],
    ['a person typed an escape', 'Write &amp; for & and &lt; for <'],
    ['it has several links', 'https://a.com b.com https://a.com/x'],
    ['X takes it for a reply', '@ada, have you seen this?'],
  ])('%s: it stands once', async (_, content) => {
    people += 1;
    const { user, post, username } = await duePost(app, `found_${people}`, content);
    await fault(app, 'connection_reset_but_posted', { endpoint: 'tweets', username });
    await untilCertain();
    const tweets = await tweetsOf(app, username);
    expect(tweets).toHaveLength(1);
    expect(await shown(app, user, post.id)).toMatchObject({ status: 'Posted', tweetId: tweets[0]?.id });
  });

  test.each([100_000, -100_000, 20 * MINUTE_MS])(
    'X’s clock is %i ms away from ours: it stands once',
    async (aheadMs) => {
      await xClockAhead(aheadMs);
      const { user, post, username } = await duePost(app, `clock_${aheadMs / 1000}`.replace('-', 'm'));
      await fault(app, 'server_error_but_posted', { endpoint: 'tweets', username });
      await untilCertain();
      expect(await shown(app, user, post.id)).toMatchObject({ status: 'Posted', retryCount: 0 });
      expect(await tweetsOf(app, username)).toHaveLength(1);
    },
  );
});

/** What the person posts without us. */
async function postByHand(username: string, text: string): Promise<void> {
  const { grants } = await sandboxControl<{ grants: { access_token: string }[] }>(app, '/sandbox/x/grant', {
    usernames: [username],
  });
  const response = await fetch(`${app.sandboxUrl}/x/2/tweets`, {
    method: 'POST',
    headers: { authorization: `Bearer ${grants[0]?.access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ text }),
  });
  expect(response.status).toBe(201);
}

test('a post that differs by its link alone from one on X is not taken for that one: it goes out', async () => {
  const ours = 'New episode: https://example.com/2';
  const { user, post, username } = await duePost(app, 'two_links', ours);
  await postByHand(username, 'New episode: https://example.com/1');
  await fault(app, 'connection_reset', { endpoint: 'tweets', username });
  await untilCertain();
  expect(await shown(app, user, post.id)).toMatchObject({ status: 'Pending', tweetId: null });
  app.clock.advance(MINUTE_MS);
  await runEngine(app);
  expect((await tweetsOf(app, username)).map(({ text }) => text)).toContain(ours);
  expect(await shown(app, user, post.id)).toMatchObject({ status: 'Posted' });
});

test('a post behind more posts than the first page of the timeline holds is found on the next: it stands once', async () => {
  app.clock.set(app.clock.now());
  const { user, post, username } = await duePost(app, 'second_page');
  await fault(app, 'server_error_but_posted', { endpoint: 'tweets', username });
  await runEngine(app);
  for (const text of ['One', 'Two', 'Three', 'Four', 'Five', 'Six']) await postByHand(username, text);
  app.clock.advance(CERTAIN_AFTER_ANSWER_SECONDS * 1000 + 1);
  await runEngine(app);
  expect(await shown(app, user, post.id)).toMatchObject({ status: 'Posted', retryCount: 0 });
  expect(await tweetsOf(app, username)).toHaveLength(7);
});

test('replies are looked through for a post that begins with a name, which X takes for one, and for no other', async () => {
  const user = await buildUser(app);
  const asked: (boolean | undefined)[] = [];
  const x = {
    recentPosts: async (...[, , { mayBeReply }]: Parameters<XClient['recentPosts']>) => {
      asked.push(mayBeReply);
      return [];
    },
  };
  const token = { accessToken: 'any', twitterUserId: '1' };
  for (const content of ['@ada thank you', 'Thank you @ada'])
    await findPosted({ ...app.platform, x }, token, { userId: user.id, accountId: 1, content, maxAgeMs: 0 });
  expect(asked).toEqual([true, false]);
});

test('a post that X accepted and then lost sight of is found after a retry by hand, an hour later', async () => {
  const { user, account, post, username } = await duePost(app, 'reconnected');
  await fault(app, 'server_error_but_posted', { endpoint: 'tweets', username });
  await runEngine(app);
  await sandboxControl(app, '/sandbox/x/revoke', { username });
  for (const minutes of [1, 59, 5]) {
    app.clock.advance(minutes * MINUTE_MS);
    await runEngine(app);
  }
  await xClockAhead(65 * MINUTE_MS);
  expect(await shown(app, user, post.id)).toMatchObject({ status: 'Failed', errorCode: 'OUTCOME_UNKNOWN' });
  await connectX(app, user, username);
  const where = { accountId: account.id, now: app.clock.now() };
  await inTransaction(app.platform.db, (tx) => changePosts(tx, where, 'retry', { postId: post.id }));
  await untilCertain();
  const tweets = await tweetsOf(app, username);
  expect(tweets).toHaveLength(1);
  expect(await shown(app, user, post.id)).toMatchObject({ status: 'Posted', tweetId: tweets[0]?.id });
});

test('a refusal of 20 kB fails the post once, after one create, and is kept as 300 characters', async () => {
  const { user, post } = await duePost(app, 'long_refusal');
  let creates = 0;
  const server = createServer((_request, response) => {
    creates += 1;
    const body = { title: 'Forbidden', detail: 'No'.repeat(10_000), status: 403 };
    response.writeHead(403, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const reachable = app.config.x.apiUrl;
  app.config.x.apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    for (let turn = 0; turn < 4; turn += 1) {
      await runEngine(app);
      app.clock.advance(30_000);
    }
  } finally {
    app.config.x.apiUrl = reachable;
    server.close();
  }
  expect(creates).toBe(1);
  expect(await shown(app, user, post.id)).toMatchObject({
    status: 'Failed',
    errorCode: 'X_REFUSED',
    errorMessage: `X refused this post: ${'No'.repeat(150)} Change it and retry.`,
  });
});

test('COST-10 one page is enough for a post whose links are told, and not for one that may lead elsewhere', async () => {
  const user = await buildUser(app);
  const { id: accountId } = await connectX(app, user);
  const link = 'https://t.co/abc';
  const blind = { tweetId: '2', text: `Read ${link}`, urls: [], createdAt: app.clock.now() };
  const told = { ...blind, tweetId: '1', urls: [{ url: link, expandedUrl: 'https://example.com/x' }] };
  const enough: unknown[] = [];
  const asked: unknown[] = [];
  const look = async (...pages: (typeof told)[][]) => {
    const x: Pick<XClient, 'recentPosts'> = {
      async recentPosts(token, twitterUser, { isEnough, onRead, ...wanted }) {
        asked.push([token, twitterUser, wanted]);
        onRead?.([`read_${asked.length}`]);
        for (let count = 1; count <= pages.length; count += 1)
          enough.push(await isEnough?.(pages.slice(0, count).flat()));
        return pages.flat();
      },
    };
    const whose = { userId: user.id, accountId };
    const wanted = { ...whose, content: 'Read https://example.com/x', maxAgeMs: 4_711 };
    const found = await findPosted({ ...app.platform, x }, { accessToken: 'a', twitterUserId: '9' }, wanted);
    return found?.tweetId;
  };
  expect(await look([blind], [told])).toBe('1');
  expect(await look([], [blind])).toBe('2');
  expect(await look([{ ...blind, text: 'Write' }])).toBeUndefined();
  expect(enough).toEqual([false, true, false, false, false]);
  // One that is another post's already is neither found nor enough.
  await buildPost(app, { user, accountId, status: 'posted', tweetId: '1' });
  expect(await look([told])).toBeUndefined();
  expect(await look([told, { ...told, tweetId: '3' }])).toBe('3');
  expect(enough.slice(5)).toEqual([false, true]);
  expect(asked).toEqual(Array.from({ length: 5 }, () => ['a', '9', { maxAgeMs: 4_711, mayBeReply: false }]));
  const reads = sql`select kind, account_id, count from cost_entries where user_id = ${user.id} and kind = 'post_read'`;
  const read = { kind: 'post_read', account_id: accountId, count: 1 };
  expect((await app.platform.db.execute(reads)).rows).toEqual(Array.from({ length: 5 }, () => read));
});
