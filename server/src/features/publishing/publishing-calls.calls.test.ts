import { sql } from 'drizzle-orm';
import { test } from 'vitest';
import { type BuiltUser, buildUser, subscribe } from '../../../test/factories.ts';
import { claimAndPublish } from './claim-and-publish.ts';
import { fault } from './publishing.fixture.ts';
import { retryAnswer } from './retry.rules.ts';
import { settleBatch } from './settler.ts';
import { due, openStepPage, type Writer, writerOf } from './steps.fixture.ts';

const HOUR_MS = 3_600_000;
const X_UNAVAILABLE = { status: 'failed', errorCode: 'X_UNAVAILABLE', errorMessage: 'No luck.' };

test('docs/calls/publishing-calls.md says what a retry and a test tweet answer and do', async () => {
  const page = await openStepPage();
  const { app, ask, advance, deps, tell } = page;
  const { db, events } = app.platform;
  const ada = await writerOf(app, 'ada', 'standard');
  const bob = await writerOf(app, 'bob');
  const staff = await buildUser(app, { email: 'staff@example.com', roles: ['support'] });
  const failed = (writer: Writer, content: string, more = {}) =>
    due(writer, content, 2 * HOUR_MS, { ...X_UNAVAILABLE, ...more });

  /** Retries while a worker waits for what is due. */
  async function retry(path: string, as: BuiltUser, note: string, body?: object) {
    const work = async () => {
      const works = await claimAndPublish(deps, 1);
      const ended = await Promise.all(works.map(({ settlement }) => settlement));
      const batch = ended.filter((each) => each !== undefined);
      if (batch.length > 0) await settleBatch(deps, batch);
    };
    const off = events.on('posts_due', () => {
      off();
      void work();
    });
    await ask('POST', path, { as, note, ...(body ? { body } : {}) });
    off();
  }
  const retryOf = (post: { id: number }) => `/api/posts/${post.id}/retry`;
  const on = (kind: string, more = {}) => fault(app, kind, { endpoint: 'tweets', username: 'ada', ...more });

  // Retries.
  const first = await failed(ada, 'Tried again', { failureToldAt: app.clock.now(), retryCount: 2 });
  await ask('POST', retryOf(first), { as: bob.user, note: 'of somebody else' });
  await ask('POST', '/api/posts/7/retry', { as: ada.user, note: 'of no post' });
  await ask('POST', '/api/posts/1763632800000-3/retry', {
    as: ada.user,
    note: 'of a post that is not saved yet',
  });
  await db.execute(sql`update lanes set not_before = ${new Date(app.clock.now().getTime() + HOUR_MS)}`);
  await retry(retryOf(first), ada.user, 'that works');
  await ask('POST', retryOf(first), { as: ada.user, note: 'of a post that is out' });
  await on('duplicate');
  await retry(retryOf(await failed(ada, 'The same words')), ada.user, 'of a duplicate');
  const limited = await failed(ada, 'Limited');
  await on('rate_limit', { delayMs: 60_000 });
  await retry(retryOf(limited), ada.user, 'that X limits');
  await db.execute(sql`delete from account_holds`);
  await db.execute(sql`delete from posts where status = 'pending'`);
  await db.execute(sql`update lanes set hold = null, next_post = null, next_due = null`);
  const byStaff = await failed(ada, 'By staff');
  const path = `/api/admin/users/${ada.user.id}/posts/${byStaff.id}/retry`;
  await ask('POST', `/api/admin/users/${bob.user.id}/posts/${byStaff.id}/retry`, {
    as: staff,
    note: 'of another customer',
    body: { reason: 'Wrong page' },
  });
  await retry(path, staff, 'for a customer', { reason: 'X was down' });
  const last = await failed(ada, 'Refused at the door');
  const refused = async (note: string, change: ReturnType<typeof sql>, undo: ReturnType<typeof sql>) => {
    await db.execute(change);
    await ask('POST', retryOf(last), { as: ada.user, note });
    await db.execute(undo);
  };
  await refused(
    'without a verified email',
    sql`update users set email_verified_at = null where id = ${ada.user.id}`,
    sql`update users set email_verified_at = created_at`,
  );
  await refused(
    'through an account that X no longer knows',
    sql`update x_accounts set needs_reconnect = true`,
    sql`update x_accounts set needs_reconnect = false`,
  );
  await refused(
    'through an account that is disconnected',
    sql`update x_accounts set disconnected_at = connected_at, selected = false`,
    sql`update x_accounts set disconnected_at = null, selected = true`,
  );
  await refused(
    'after the subscription ended',
    sql`update subscriptions set state = 'canceled'`,
    sql`update subscriptions set state = 'active'`,
  );
  await tell('What a retry answers of a post in each state', async () =>
    (['pending', 'processing', 'posted', 'failed'] as const).flatMap((status) =>
      [null, 'rate_limited' as const].map((holdReason) =>
        retryAnswer({ status, retryCount: 3, errorCode: null, errorMessage: null, holdReason }),
      ),
    ),
  );

  // Test tweets.
  const send = (as: BuiltUser, note: string, body?: object) =>
    ask('POST', '/api/test-tweet', { as, note, ...(body ? { body } : {}) });
  const again = () => {
    advance(61_000);
    return db.execute(sql`delete from rate_limits`);
  };
  const { at } = await ask<{ at: string }>('GET', '/api/test-tweet', { as: ada.user });
  advance(10 * 60_000);
  await send(ada.user, 'of the moment that was shown', { at });
  await send(ada.user, 'at once');
  await again();
  await on('unauthorized');
  await send(ada.user, 'with a token that X refuses once');
  await again();
  await on('server_error_but_posted');
  await send(ada.user, 'that X does not confirm, and that is there');
  await again();
  await on('server_error');
  await send(ada.user, 'that X does not confirm, and that is not there', { at });
  await again();
  await on('server_error_but_posted');
  await fault(app, 'server_error', { endpoint: 'timeline', username: 'ada' });
  await send(ada.user, 'that X does not confirm, without a timeline');
  for (const kind of ['duplicate', 'rate_limit', 'payment_required']) {
    await again();
    await on(kind);
    await send(ada.user, `that meets ${kind}`, { at: new Date(app.clock.now().getTime() + 1).toISOString() });
  }
  await again();
  await on('unauthorized', { count: 2 });
  await send(ada.user, 'with a token that X refuses twice');
  await send(ada.user, 'through an account that is lost');
  await db.execute(sql`update x_accounts set token_expires_at = connected_at`);
  await fault(app, 'server_error', { endpoint: 'token' });
  await send(bob.user, 'without a token to be had');
  await send(await buildUser(app, { email: 'carl@example.com', verified: false }), 'unverified');
  const dora = await buildUser(app, { email: 'dora@example.com' });
  await subscribe(app, dora);
  await send(dora, 'without an account');
  await db.execute(sql`update subscriptions set state = 'canceled' where user_id = ${dora.id}`);
  await send(dora, 'after the subscription ended');
  await page.expectKept('publishing-calls');
});
