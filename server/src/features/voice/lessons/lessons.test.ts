import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import {
  type BuiltUser,
  buildPost,
  buildUser,
  call,
  connectX,
  subscribe,
} from '../../../../test/factories.ts';
import { untilBlockedOrDone } from '../../../../test/locks.ts';
import { type Db, inTransaction } from '../../../platform/database/database.ts';
import { buildWriter, generateAtOnce } from '../../generation/generation.fixture.ts';
import { describeVoice } from '../describe.rules.ts';
import { getVoice, saveVoice } from '../voice.fixture.ts';
import { findVoice } from '../voice.queries.ts';
import { lockVoice, selectLessons } from '../voice.store.ts';
import { LESSONS_KEPT } from './lessons.rules.ts';
import { recordEdits } from './record-edits.ts';

let app: TestApp;
let person: BuiltUser;
let accountId: number;
beforeAll(async () => {
  app = await buildApp({ shared: true, now: '2026-03-02T08:00:00Z' });
  person = await buildUser(app);
  await subscribe(app, person);
  accountId = (await connectX(app, person)).id;
});
afterAll(() => app.close());

async function edit(before: string, after: string): Promise<void> {
  const post = await buildPost(app, { user: person, accountId, content: before });
  const edited = await call(app, 'PUT', `/api/posts/${post.id}`, {
    token: person.token,
    body: { content: after },
  });
  expect(edited.status).toBe(200);
}

function answer(lesson: string, how: 'accept' | 'dismiss') {
  return call<{ code?: string }>(app, 'POST', '/api/voice/lessons', {
    token: person.token,
    body: { twitterAccountId: accountId, lesson, answer: how },
  });
}

test('VOICE-10 the same change three times is proposed; accepted it is a rule of the voice, dismissed it stays away', async () => {
  await edit('We love this bread so much! Come in.', 'We love this bread so much. Come in.');
  await edit('Our ovens are hot again today!', 'Our ovens are hot again today.');
  expect((await getVoice(app, person)).body.proposals).toEqual([]);
  expect((await answer('no_exclamation', 'accept')).body.code).toBe('LESSON_NOT_FOUND');
  await edit('Rye is back on the shelf today!', 'Rye is back on the shelf today.');
  const proposal = { lesson: 'no_exclamation', text: 'Use no exclamation marks.', times: 3 };
  expect((await getVoice(app, person)).body.proposals).toEqual([proposal]);

  const accepted = (await answer('no_exclamation', 'accept')).body;
  expect(accepted).toEqual((await getVoice(app, person)).body);
  const { proposals, rules } = (await getVoice(app, person)).body;
  expect([proposals, rules]).toEqual([[], [{ lesson: 'no_exclamation', text: 'Use no exclamation marks.' }]]);
  await saveVoice(app, person, { twitterAccountId: accountId });
  const voice = await findVoice(app.platform.db, accountId);
  expect(voice && describeVoice(voice)).toContain('Rules of the author:\n- "Use no exclamation marks."');

  await answer('no_exclamation', 'dismiss');
  app.clock.advance(1000);
  await edit('Buns at nine tomorrow morning!', 'Buns at nine tomorrow morning.');
  expect((await getVoice(app, person)).body).toMatchObject({ proposals: [], rules: [] });
  expect(await selectLessons(app.platform.db, accountId, 10)).toEqual([
    { accountId, lesson: 'no_exclamation', times: 4, state: 'dismissed', lastAt: app.clock.now() },
  ]);
});

test('VOICE-10 drafts that are changed before they are saved teach as well', async () => {
  const writer = await buildWriter(app, { plan: 'trial' });
  const { jobId, result } = await generateAtOnce(app, writer);
  const posts = (result?.posts ?? []).map(({ content, scheduledTime, scheduledTimeLocal }) => ({
    content: `${content.slice(0, 250)} — Ada`,
    scheduledTime,
    scheduledTimeLocal,
  }));
  const saved = await call(app, 'POST', '/api/posts', {
    token: writer.token,
    body: { posts, finalize: true, jobId, twitterAccountId: writer.accountId },
  });
  expect(saved.status).toBe(200);
  expect((await getVoice(app, writer)).body.proposals).toContainEqual({
    lesson: 'sign_off:— Ada',
    text: 'End each post with “— Ada”.',
    times: posts.filter(({ content }) => content.length < 255).length,
  });
});

async function stored(account: number): Promise<Record<string, string>> {
  const { rows } = await app.platform.db.execute(
    sql`select lesson, state from voice_lessons where account_id = ${account} order by lesson`,
  );
  return Object.fromEntries(rows.map(({ lesson, state }) => [lesson, state]));
}

test('VOICE-10 an answer is to one lesson of one account; a voice has 50 rules at most', async () => {
  const { db } = app.platform;
  const before = app.clock.now();
  const other = await buildWriter(app);
  const own = await buildWriter(app);
  const answerAs = (lesson: string, how: 'accept' | 'dismiss') =>
    call<{ code: string; message: string }>(app, 'POST', '/api/voice/lessons', {
      token: own.token,
      body: { lesson, answer: how },
    });
  for (const { accountId: id } of [other, own])
    for (const lesson of ['no_emoji', 'no_dash'])
      await db.execute(sql`insert into voice_lessons values (${id}, ${lesson}, 3, 'counted', ${before})`);
  expect((await getVoice(app, own)).body.proposals.map(({ lesson }) => lesson)).toEqual([
    'no_dash',
    'no_emoji',
  ]);
  app.clock.advance(1000);
  expect((await answerAs('no_emoji', 'accept')).status).toBe(200);
  expect(await stored(own.accountId)).toEqual({ no_dash: 'counted', no_emoji: 'accepted' });
  expect(await stored(other.accountId)).toEqual({ no_dash: 'counted', no_emoji: 'counted' });
  const { rows } = await db.execute(
    sql`select last_at from voice_lessons where account_id = ${own.accountId} and lesson = 'no_emoji'`,
  );
  expect(new Date(rows[0]?.last_at as string)).toEqual(app.clock.now());

  await db.execute(sql`
    insert into voice_lessons
    select ${own.accountId}, 'replace:word' || chr(96 + n % 26 + 1) || n || '>x', 3, 'accepted', ${before} from generate_series(1, 49) n`);
  expect(await answerAs('no_dash', 'accept')).toMatchObject({
    status: 400,
    body: { code: 'VALIDATION_FAILED', message: 'A voice has at most 50 rules. Remove one first.' },
  });
  expect((await answerAs('no_emoji', 'accept')).status).toBe(200);
  expect((await answerAs('no_dash', 'dismiss')).status).toBe(200);
  expect((await answerAs('no_emoji', 'dismiss')).status).toBe(200);
  expect((await answerAs('no_dash', 'accept')).status).toBe(200);
  expect(await answerAs('no_hashtag', 'accept')).toMatchObject({
    status: 404,
    body: { code: 'LESSON_NOT_FOUND', message: 'This rule is not currently proposed.' },
  });
});

test('VOICE-11 what an account teaches is bounded, and what is old is deleted unless it was accepted', async () => {
  const { db } = app.platform;
  const at = app.clock.now();
  const nameOf = (word: number) => `w${'abcdefghij'[word % 10]}${'abcdefghijkl'[Math.floor(word / 10)]}`;
  const other = await buildWriter(app);
  for (const id of [other.accountId, accountId]) {
    const old = new Date(at.getTime() - 1);
    await db.execute(sql`insert into voice_lessons values (${id}, 'shorter', 3, 'accepted', ${old})`);
    await db.execute(
      sql`insert into voice_lessons values (${id}, 'replace:waa>three', 1, 'counted', ${old})`,
    );
  }
  for (let word = 0; word < LESSONS_KEPT; word += 1) {
    const met = new Date(at.getTime() + word);
    await db.execute(
      sql`insert into voice_lessons values (${accountId}, ${`replace:${nameOf(word)}>three`}, 1, 'counted', ${met})
        on conflict (account_id, lesson) do update set last_at = excluded.last_at`,
    );
  }
  for (let word = LESSONS_KEPT; word < LESSONS_KEPT + 20; word += 1) {
    const edits = [{ before: `one two ${nameOf(word)} four`, after: 'one two three four' }];
    await recordEdits(db, accountId, edits, new Date(at.getTime() + word));
  }
  const kept = async (id = accountId) => Object.keys(await stored(id));
  // The newest stay, and what was accepted.
  const newest = Array.from({ length: LESSONS_KEPT }, (_, word) => `replace:${nameOf(word + 20)}>three`);
  expect(await kept()).toEqual([...newest, 'shorter'].sort());
  expect(await kept(other.accountId)).toEqual(['replace:waa>three', 'shorter']);
  const accepted = newest[0] ?? '';
  await db.execute(
    sql`update voice_lessons set state = 'accepted', times = 3 where account_id = ${accountId} and lesson = ${accepted}`,
  );
  app.clock.set(new Date(at.getTime() + 181 * 86_400_000).toISOString());
  const recent = new Date(app.clock.now().getTime() - 179 * 86_400_000);
  await db.execute(
    sql`insert into voice_lessons values (${accountId}, 'no_emoji', 1, 'dismissed', ${recent})`,
  );
  await app.platform.jobs.enqueue(db, 'voice.delete-old-lessons', {});
  await app.platform.jobs.drain();
  expect(await kept()).toEqual(['no_emoji', accepted, 'shorter'].sort());
});

test('edits of one account that are saved at once wait for each other, and all count', async () => {
  const { db } = app.platform;
  const own = (await connectX(app, await buildUser(app))).id;
  const teach = (tx: Db) =>
    recordEdits(tx, own, [{ before: 'Come in!', after: 'Come in.' }], app.clock.now());
  let other: Promise<void> | undefined;
  await inTransaction(db, async (tx) => {
    await lockVoice(tx, own);
    other = inTransaction(db, teach);
    await untilBlockedOrDone(db, other);
    await teach(tx);
  });
  await other;
  expect(await selectLessons(db, own, 10)).toMatchObject([{ lesson: 'no_exclamation', times: 2 }]);
});
