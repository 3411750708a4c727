import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { type BuiltUser, buildPost, buildUser, call, connectX, subscribe } from '../../../test/factories.ts';
import { buildWriter, generate } from '../generation/generation.fixture.ts';
import { describeVoice } from './describe.rules.ts';
import { LESSONS_KEPT } from './lessons.rules.ts';
import { recordEdits } from './record-edits.ts';
import { getVoice, saveVoice } from './voice.fixture.ts';
import { findVoice } from './voice.queries.ts';

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

  await answer('no_exclamation', 'accept');
  const { proposals, rules } = (await getVoice(app, person)).body;
  expect([proposals, rules]).toEqual([[], [{ lesson: 'no_exclamation', text: 'Use no exclamation marks.' }]]);
  await saveVoice(app, person, { twitterAccountId: accountId });
  const voice = await findVoice(app.platform.db, accountId);
  expect(voice && describeVoice(voice)).toContain('Rules of the author:\n- "Use no exclamation marks."');

  await answer('no_exclamation', 'dismiss');
  await edit('Buns at nine tomorrow morning!', 'Buns at nine tomorrow morning.');
  expect((await getVoice(app, person)).body).toMatchObject({ proposals: [], rules: [] });
});

test('VOICE-10 a word that is replaced again and again is proposed by name', async () => {
  for (const day of ['Monday', 'Tuesday', 'Friday'])
    await edit(`We utilize more rye on ${day} than before`, `We use more rye on ${day} than before`);
  expect((await getVoice(app, person)).body.proposals).toEqual([
    { lesson: 'replace:utilize>use', text: 'Write “use” rather than “utilize”.', times: 3 },
  ]);
});

test('VOICE-10 drafts that are changed before they are saved teach as well', async () => {
  const writer = await buildWriter(app, { plan: 'trial' });
  const { jobId, result } = await generate(app, writer);
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

test('VOICE-11 what an account teaches is bounded, and what is old is deleted unless it was accepted', async () => {
  const { db } = app.platform;
  const at = app.clock.now();
  for (let word = 0; word < LESSONS_KEPT + 20; word += 1) {
    const name = `w${'abcdefghij'[word % 10]}${'abcdefghijkl'[Math.floor(word / 10)]}`;
    await recordEdits(db, accountId, [{ before: `one two ${name} four`, after: 'one two three four' }], at);
  }
  const count = async () => {
    const { rows } = await db.execute(
      sql`select count(*)::int as n from voice_lessons where account_id = ${accountId}`,
    );
    return rows[0]?.n;
  };
  expect(await count()).toBe(LESSONS_KEPT);
  await db.execute(
    sql`update voice_lessons set state = 'accepted', times = 3 where account_id = ${accountId} and lesson = 'replace:waa>three'`,
  );
  await db.execute(sql`insert into voice_lessons values (${accountId}, 'shorter', 3, 'accepted', ${at})`);
  app.clock.set(new Date(at.getTime() + 181 * 86_400_000).toISOString());
  await app.platform.jobs.enqueue(db, 'voice.delete-old-lessons', {});
  await app.platform.jobs.drain();
  const { rows } = await db.execute(sql`select lesson from voice_lessons where account_id = ${accountId}`);
  expect(rows.map(({ lesson }) => lesson)).toContain('shorter');
  expect(rows.every(({ lesson }) => lesson === 'shorter' || lesson === 'replace:waa>three')).toBe(true);
});
