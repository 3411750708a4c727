import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { buildPost, buildUser, connectX, sandboxControl } from '../../../../test/factories.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import type { XClient } from '../../../providers/x/x.ts';
import { requeuePost } from '../lanes/schedule-posts.ts';
import { duePost, fault, runEngine, shown, tweetsOf } from '../publishing.fixture.ts';
import { findPosted } from './find-posted.ts';
import { CERTAIN_AFTER_ANSWER_SECONDS } from './looks.rules.ts';

/* Whether a post on X is found there, whatever X makes of its text and whatever the clocks say. */

const MINUTE_MS = 60_000;
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

/** Lets the engine work until a timeline without the post would prove its absence. */
async function untilCertain(): Promise<void> {
  await runEngine(app);
  app.clock.advance(CERTAIN_AFTER_ANSWER_SECONDS * 1000 + 1);
  await runEngine(app);
}

describe('after a lost answer a post is found, and not sent twice, where', () => {
  test.each([100_000, -100_000, 20 * MINUTE_MS])('X’s clock is %i ms away from ours', async (aheadMs) => {
    await xClockAhead(aheadMs);
    const { user, post, username } = await duePost(app, `clock_${aheadMs / 1000}`.replace('-', 'm'));
    await fault(app, 'server_error_but_posted', { endpoint: 'tweets', username });
    await untilCertain();
    expect(await shown(app, user, post.id)).toMatchObject({ status: 'Posted', retryCount: 0 });
    expect(await tweetsOf(app, username)).toHaveLength(1);
  });

  test('it is retried by hand an hour later, after the account was lost and reconnected', async () => {
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
    await inTransaction(app.platform.db, (tx) => requeuePost(tx, where, post.id));
    await untilCertain();
    const tweets = await tweetsOf(app, username);
    expect(tweets).toHaveLength(1);
    expect(await shown(app, user, post.id)).toMatchObject({ status: 'Posted', tweetId: tweets[0]?.id });
  });
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

test.each([
  ['only its link differs', 'other_link', 'New episode: https://example.com/1'],
  ['it belongs to an earlier post of ours', 'same_words', undefined],
])('a post on X is not taken for ours if %s: ours stays pending', async (_, username, byHand) => {
  const ours = 'New episode: https://example.com/2';
  const { user, account, post } = await duePost(app, username, ours);
  let waiting = post;
  if (byHand) await postByHand(username, byHand);
  else {
    await runEngine(app);
    app.clock.advance(MINUTE_MS);
    const again = { user, accountId: account.id, content: ours, scheduledAt: app.clock.now() };
    waiting = await buildPost(app, again);
  }
  await fault(app, 'connection_reset', { endpoint: 'tweets', username });
  await untilCertain();
  expect(await shown(app, user, waiting.id)).toMatchObject({ status: 'Pending', tweetId: null });
});

test('COST-10 one page is enough for a post whose links are known, and not for one that may lead elsewhere', async () => {
  const user = await buildUser(app);
  const { id: accountId } = await connectX(app, user);
  const link = 'https://t.co/abc';
  const blind = { tweetId: '2', text: `Read ${link}`, urls: [], createdAt: app.clock.now() };
  const known = { ...blind, tweetId: '1', urls: [{ url: link, expandedUrl: 'https://example.com/x' }] };
  const enough: unknown[] = [];
  const asked: { mayBeReply?: boolean }[] = [];
  async function find(content: string, ...pages: (typeof known)[][]) {
    const x: Pick<XClient, 'recentPosts'> = {
      async recentPosts(_token, _user, { isEnough, onRead, ...wanted }) {
        asked.push(wanted);
        onRead?.([`read_${asked.length}`]);
        for (let count = 1; count <= pages.length; count += 1)
          enough.push(await isEnough?.(pages.slice(0, count).flat()));
        return pages.flat();
      },
    };
    const token = { accessToken: 'a', twitterUserId: '9' };
    const wanted = { userId: user.id, accountId, content, maxAgeMs: 4_711 };
    return (await findPosted({ ...app.platform, x }, token, wanted))?.tweetId;
  }
  const ours = 'Read https://example.com/x';
  expect(await find(ours, [blind], [known])).toBe('1');
  expect(await find(ours, [], [blind])).toBe('2');
  expect(enough).toEqual([false, true, false, false]);
  // One that belongs to another post of ours is neither found nor enough.
  await buildPost(app, { user, accountId, status: 'posted', tweetId: '1' });
  expect(await find(ours, [known])).toBeUndefined();
  expect(await find(ours, [known, { ...known, tweetId: '3' }])).toBe('3');
  expect(enough.slice(4)).toEqual([false, true]);
  // Replies are read only for a text that begins with a name.
  await find('@ada thank you', []);
  expect(asked.slice(3).map((each) => each.mayBeReply)).toEqual([false, true]);
  const reads = sql`select sum(count)::int as count from cost_entries where account_id = ${accountId} and kind = 'post_read'`;
  expect((await app.platform.db.execute(reads)).rows).toEqual([{ count: 5 }]);
});
