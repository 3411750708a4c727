import { sql } from 'drizzle-orm';
import { test } from 'vitest';
import { sandboxControl } from '../../../test/factories.ts';
import { createXClient } from '../../providers/x/x-client.ts';
import { fault } from './publishing.fixture.ts';
import { due, openStepPage, writerOf } from './steps.fixture.ts';

const MINUTE_MS = 60_000;

test('docs/calls/publishing.md says what one attempt of the engine asks and does', async () => {
  const page = await openStepPage();
  const { app, attempt, advance, deps } = page;
  const { db } = app.platform;
  const ada = await writerOf(app, 'ada', 'pro');
  const bob = await writerOf(app, 'bob');
  // What is another's, of another state, or not due for another millisecond.
  await due(bob, 'Not yet', -1);
  await due(ada, 'Went out long ago', 9 * 24 * 3_600_000, { status: 'posted', tweetId: '17' });
  await due(ada, 'The next one is paused', -300 * MINUTE_MS, { isPaused: true });
  await due(ada, 'The one after', -310 * MINUTE_MS);

  await due(ada, 'On time');
  await attempt('A post is due to the millisecond');
  await due(ada, 'With a link https://example.com/a', 61_000, { hasLink: true });
  await attempt('A post with a link is a minute late');
  await attempt('Nothing is due');
  await attempt('A worker without a number', {
    ...deps,
    session: { ...deps.session, number: () => undefined },
  });
  advance(1);
  await attempt('A post of somebody without a plan');
  await due(bob, 'Nearly five minutes late', 5 * MINUTE_MS - 1);
  await attempt('A post is nearly five minutes late: the next need not wait');
  await due(bob, 'Five minutes late', 5 * MINUTE_MS);
  await due(bob, 'Waits for its turn', 5 * MINUTE_MS - 1);
  await attempt('A post is five minutes late: the next waits a minute');
  advance(MINUTE_MS - 1);
  await attempt('It has not waited long enough');
  advance(1);
  await attempt('It has waited for a minute');

  /** A post of Bob's that is due, and nothing else that could go out. */
  async function only(content: string, agoMs = 0) {
    await db.execute(sql`delete from account_holds`);
    await db.execute(sql`delete from posts where status = 'pending' and account_id = ${bob.id}`);
    await db.execute(sql`update lanes set not_before = null, hold = null`);
    return due(bob, content, agoMs);
  }
  const meets = (kind: string, more = {}) =>
    fault(app, kind, { endpoint: 'tweets', username: 'bob', ...more });

  // What X answers.
  await only('Refused once');
  await meets('unauthorized');
  await attempt('X refuses the token (401), and takes the post with a new one');
  await only('The same words');
  await meets('duplicate');
  await attempt('X says that it is a duplicate (403)');
  await only(`${'word '.repeat(60)}end`);
  await attempt('X refuses the post (403)');
  await only('Limited');
  await meets('rate_limit', { delayMs: 100_000 });
  await attempt('X asks to wait (429): the account is held');

  // What keeps a worker from a call.
  await only('Kept from X');
  const session = { ...deps.session, mayBegin: async () => false };
  await attempt('A worker whose last sign of life is too old', { ...deps, session });
  await only('Kept from X at the last moment');
  const late = { ...deps.session, stillMayBegin: () => false };
  await attempt('A worker that became too old while the connection opened', { ...deps, session: late });
  const nowhere = createXClient({ ...app.config.x, apiUrl: 'http://[::1]:1/x' }, app.clock);
  await only('Not sent');
  await attempt('X cannot be reached', { ...deps, x: nowhere });
  await only('Not sent, and a minute late', MINUTE_MS);
  await attempt('X cannot be reached, and the post is a minute late', { ...deps, x: nowhere });
  await only('Of unreadable tokens');
  const broken = { ...deps.tokens, accessFor: () => Promise.reject(new Error('no token')) };
  await attempt('The tokens cannot be read', { ...deps, tokens: broken });
  await only('Of an unknown account');
  const unknown = { ...deps.tokens, accessFor: async () => new Map() };
  await attempt('The account is not known', { ...deps, tokens: unknown });
  await only('While another renews', MINUTE_MS);
  const away = { kind: 'unavailable', until: new Date(app.clock.now().getTime() + 3_000) } as const;
  const waits = { ...deps.tokens, accessFor: async () => new Map([[bob.id, Promise.resolve(away)]]) };
  await attempt('Another process renews the token for three seconds more', { ...deps, tokens: waits });
  await only('Refused, and no token to be had', MINUTE_MS);
  await meets('unauthorized');
  const until = new Date(app.clock.now().getTime() + 500);
  const fails = { ...deps.tokens, renew: async () => ({ kind: 'unavailable', until }) as const };
  await attempt('X refuses the token, and a new one cannot be had', { ...deps, tokens: fails });
  await only('Refused, and no longer alive');
  await meets('unauthorized');
  let asked = 0;
  const once = { ...deps.session, mayBegin: async () => ++asked === 1 };
  await attempt('X refuses the token, and the worker is too old for a second call', {
    ...deps,
    session: once,
  });
  await only('Refused twice');
  await meets('unauthorized', { count: 2 });
  await attempt('X refuses the renewed token, too: the account is lost');
  const carl = await writerOf(app, 'carl', 'standard');
  await due(carl, 'Of a revoked account');
  await sandboxControl(app, '/sandbox/x/revoke', { username: 'carl' });
  await attempt('The person took the access back');
  const dora = await writerOf(app, 'dora');
  await due(dora, 'Of an unreadable token');
  await db.execute(sql`update x_accounts set access_token = 'unreadable' where id = ${dora.id}`);
  await attempt('The token cannot be decrypted');
  const emil = await writerOf(app, 'emil');
  await due(emil, 'Of an inactive account');
  await db.execute(sql`update x_accounts set is_active = false where id = ${emil.id}`);
  await attempt('The account is not active');
  await db.execute(sql`
    update x_accounts set is_active = true, token_expires_at = ${app.clock.now()} where id = ${emil.id}`);
  await attempt('The token ends: it is renewed first');
  const post = await due(emil, 'Deleted behind the back of its lane');
  await db.execute(sql`delete from posts where id = ${post.id}`);
  await attempt('The post is gone');
  await due(ada, 'On a slow day');
  await attempt('X takes two seconds', {
    ...deps,
    x: {
      ...deps.x,
      publishPost: (...given) => {
        advance(2_000);
        return deps.x.publishPost(...given);
      },
    },
  });
  await page.expectKept('publishing');
});
