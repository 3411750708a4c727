import { READY } from '@drumbeat/contract/stream-events.ts';
import { sql } from 'drizzle-orm';
import { test } from 'vitest';
import { buildUser } from '../../../test/factories.ts';
import { tellPerson, tellStop } from '../../platform/person-changes.ts';
import { changePosts } from './change-posts.ts';
import { holdAccount } from './hold-account.ts';
import { due, openStepPage, writerOf } from './steps.fixture.ts';
import { createStreams, openStream } from './stream-posts.ts';

const HOUR_MS = 3_600_000;

test('docs/calls/publishing-streams.md says what streams and histories of posts answer', async () => {
  const page = await openStepPage();
  const { app, ask, advance, deps, tell } = page;
  const { db } = app.platform;
  const ada = await writerOf(app, 'ada');
  const bob = await writerOf(app, 'bob');
  const staff = await buildUser(app, { email: 'staff@example.com', roles: ['support'] });
  const out = { status: 'posted', postedAt: app.clock.now(), startedAt: app.clock.now(), tweetId: '5' };
  const first = await due(ada, 'Went out', 1_000, out);
  await due(ada, 'Failed', 2_000, { status: 'failed', errorCode: 'X_REFUSED', errorMessage: 'No.' });
  await page.prepare(() => holdAccount(deps, db, ada.id, 'paused'));

  // The stream.
  await db.execute(sql`
    insert into stream_tokens (token_hash, user_id, session_id, purpose, expires_at)
    select 'ended ' || n, ${bob.user.id}, (select id from sessions where user_id = ${bob.user.id}), 'posts_stream', ${app.clock.now()}::timestamptz + n * interval '1 millisecond'
    from generate_series(-1, 1) n`);
  await ask('POST', '/api/sse/token', {
    as: ada.user,
    body: { purpose: 'other' },
    note: 'for something else',
  });
  const { token } = await ask<{ token: string }>('POST', '/api/sse/token', {
    as: ada.user,
    body: { purpose: 'posts_stream' },
  });
  await ask('GET', '/api/posts/stream', { note: 'without a token' });
  const streamDeps = { ...app.platform, tweetUrl: (id: string) => id };
  advance(59_999);
  await tell('A stream opens within a minute', () => openStream(streamDeps, token));
  await tell('The same token opens no second one', () => openStream(streamDeps, token).catch(String));
  const tokenOf = () =>
    app.http
      .inject({
        method: 'POST',
        url: '/api/sse/token',
        headers: { authorization: `Bearer ${ada.user.token}` },
        payload: { purpose: 'posts_stream' },
      })
      .then((answer) => answer.json<{ token: string }>().token);
  const late = await tokenOf();
  advance(60_000);
  await tell('A token has ended after a minute', () => openStream(streamDeps, late).catch(String));
  const now = app.clock.now().getTime();
  for (const [name, id] of [
    ['of just now', now - 1_000],
    ['an hour old', now - HOUR_MS],
    ['older', now - HOUR_MS - 1],
    ['ahead by a minute', now + 60_000],
    ['further ahead', now + 60_001],
    ['not ours', 'x'],
  ] as const) {
    const next = await tokenOf();
    await tell(`A stream resumes from an id ${name}`, () => openStream(streamDeps, next, String(id)));
  }
  const streams = createStreams(streamDeps);
  const sessionOf = (email: string) =>
    db.execute(sql`select s.id from sessions s join users u on u.id = s.user_id where email = ${email}`);
  const sessionId = Number((await sessionOf('ada@example.com')).rows[0]?.id);
  /** What a stream is sent until it is up to date and `work` is done. */
  const hear = (
    name: string,
    userId: number,
    since: Date | null | undefined,
    work = async () => undefined as unknown,
  ) =>
    tell(name, async () => {
      const heard: unknown[] = [];
      const ready = Promise.withResolvers<void>();
      const send = (event: string, data: object, id?: string) => {
        heard.push([event, data, id]);
        if (event === READY || event === 'posts_changed') ready.resolve();
      };
      const off = streams.subscribe(
        { userId, sessionId, ...(since === undefined ? {} : { since }) },
        { send, end: () => heard.push('end') },
      );
      await work();
      await ready.promise;
      off();
      return heard;
    });
  await hear('What a page missed in three hours', ada.user.id, new Date(now - 3 * HOUR_MS));
  await hear('What a page missed since a time that is not known', ada.user.id, null);
  const recent = new Date(now);
  await hear('What a page missed since just now', bob.user.id, recent);
  await due(bob, 'Pending', -1);
  await page.prepare(async () => {
    const told = new Promise((resolve) => deps.events.on('publishing_stop', resolve));
    await tellStop(db, recent, recent);
    // Else it would come while the next stream opens, or after.
    await told;
  });
  await hear('What a page missed beside a pending post, and a stop that is over', bob.user.id, recent);
  for (let n = 0; n < 101; n += 1) await due(bob, `${n}`, n, { status: 'posted' });
  await hear('What a page missed of more than 100 posts', bob.user.id, recent);
  await hear('What an open page is told', bob.user.id, undefined, async () => {
    const told = {
      status: 'Posted',
      retryCount: 1,
      tweetId: '77',
      errorMessage: null,
      updatedAt: 'then',
    } as const;
    await deps.events.notify(db, 'post_status', [
      { ...told, id: 1, userId: bob.user.id },
      { ...told, id: 2, userId: ada.user.id },
      { ...told, id: 3, userId: bob.user.id, tweetId: null },
    ]);
    await tellStop(db, null, recent);
    await tellPerson(db, ada.user.id, 'accounts_changed', recent);
    await tellPerson(db, bob.user.id, 'posts_changed', recent, { changed: ['3'] });
  });
  await tell('The eleventh stream of a person, and streams of sessions that have ended', async () => {
    const ended: string[] = [];
    const open = (name: string, userId: number, session: number) =>
      streams.subscribe(
        { userId, sessionId: session },
        { send: () => undefined, end: () => ended.push(name) },
      );
    const offs = Array.from({ length: 11 }, (_, n) => open(`stream ${n}`, ada.user.id, sessionId));
    offs.push(open('of no session', bob.user.id, 1));
    await streams.endWithSessions();
    for (const off of offs) off();
    await streams.endWithSessions();
    return ended;
  });

  // Histories.
  const post = await due(ada, 'With a history', -HOUR_MS);
  const where = () => ({ accountId: ada.id, now: app.clock.now() });
  await page.prepare(async () => {
    const detail = { text: true, to: 'then', local: '2020-11-21T09:00:00' };
    const kinds = ['planned', 'copied', 'moved', 'retried', 'paused', 'resumed', 'restored'] as const;
    const all = [
      ...kinds.map((kind) => ({ kind, detail: { local: '2020-11-21T09:00:00' } })),
      { kind: 'restored', detail: {} },
      { kind: 'paused', detail: { because: 'restored' } },
      { kind: 'edited', detail: { now: true } },
      { kind: 'edited', detail },
      { kind: 'edited', detail: { text: true } },
      { kind: 'edited', detail: { to: 'then', local: '2020-11-22T09:00:00' } },
    ];
    for (const [n, each] of all.entries()) {
      await db.execute(sql`insert into post_events (post_id, at, kind, detail)
        values (${post.id}, ${new Date(app.clock.now().getTime() + n)}, ${each.kind}, ${JSON.stringify(each.detail)}::jsonb)`);
    }
  });
  await page.prepare(async () => {
    advance(1_000);
    for (const reason of [
      'paused',
      'paused_all',
      'disconnected',
      'subscription',
      'rate_limited',
      'unanswered',
      'restored',
    ] as const) {
      advance(1);
      const until = reason === 'rate_limited' ? new Date(app.clock.now().getTime() + 500) : null;
      await holdAccount(deps, db, ada.id, reason, until);
      await changePosts(db, where(), 'release', { reason });
    }
  });
  await page.prepare(async () => {
    const reasons = [
      'timeout',
      'connection_reset',
      'server_error',
      'unreadable_answer',
      'duplicate',
      'restored',
      null,
    ];
    const outcomes = ['retry', 'not_sent', 'failed', 'released', 'failed', 'absent', 'absent'];
    for (const [n, reason] of reasons.entries()) {
      advance(1_000);
      const begun = app.clock.now();
      const code = outcomes[n] === 'failed' ? 'X_REFUSED' : null;
      await db.execute(sql`
        insert into post_attempts (post_id, account_id, started_at, called_at, unknown_reason, unknown_since, outcome,
          error_code, error_message, settled_at)
        values (${post.id}, ${ada.id}, ${begun}, ${n === 5 ? null : new Date(begun.getTime() + 100)}, ${reason},
          ${reason && new Date(begun.getTime() + 200)}, ${outcomes[n]}, ${code}, ${n < 3 ? 'Why.' : null},
          ${new Date(begun.getTime() + 300)})`);
    }
    await db.execute(
      sql`update lanes set open_post = ${post.id}, started_at = ${app.clock.now()}, called_at = ${app.clock.now()} where account_id = ${ada.id}`,
    );
  });
  const timeline = `/api/posts/${post.id}/timeline`;
  await ask('GET', timeline, { as: ada.user, note: 'of one’s own, while it is sent' });
  await ask('GET', timeline, { as: bob.user, note: 'of somebody else' });
  await ask('GET', '/api/posts/1763632800000-3/timeline', {
    as: ada.user,
    note: 'of a post that is not saved yet',
  });
  await ask('GET', `/api/posts/${first.id}/timeline`, {
    as: staff,
    note: 'by staff, of a post that went out',
  });
  await db.execute(sql`update lanes set open_post = null, started_at = null, called_at = null`);
  await page.prepare(() =>
    changePosts(db, where(), 'delete', { posts: { postIds: [post.id] }, way: 'one', by: ada.user.id }),
  );
  await ask('GET', timeline, { as: ada.user, note: 'of a post that is deleted' });
  await ask('GET', timeline, { as: staff, note: 'by staff, of a post that is deleted' });
  for (const way of ['several', 'pending_failed', 'replaced', 'account_removed']) {
    await db.execute(
      sql`update deleted_posts set way = ${way}, deleted_by = ${staff.id}, history = '[]', attempts = '[]', created_at = deleted_at`,
    );
    await ask('GET', timeline, { as: staff, note: `by staff, of one that was deleted as ${way}` });
  }
  await page.expectKept('publishing-streams');
});
