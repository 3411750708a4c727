import type { Voice } from '@drumbeat/contract/voice/voice.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { type BuiltUser, buildUser, call, connectX, PASSWORD } from '../../../test/factories.ts';
import { untilBlockedOrDone } from '../../../test/locks.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { buildWriter, connect, generate } from '../generation/generation.fixture.ts';
import { describeVoice } from './describe.rules.ts';
import { recordEdits } from './lessons/record-edits.ts';
import { nearnessOf, nearnessOfSet } from './profile/nearness.rules.ts';
import { bakerPosts, emptySettings, getVoice, importPosts, LOUD, saveVoice } from './voice.fixture.ts';
import { findVoice } from './voice.queries.ts';
import { lockVoice, selectVoice } from './voice.store.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true, now: '2026-03-02T08:00:00Z' });
});
afterAll(() => app.close());

const german = 'Heute habe ich wieder den ganzen Morgen auf den Teig gewartet, und er wollte nicht.';
const french = "Ce matin j'ai encore attendu la pâte pendant des heures, et elle ne voulait rien savoir.";
const english = 'This morning I waited for the dough for hours again, and it did not want to rise.';

async function storedOf(accountId: number): Promise<unknown[]> {
  const { rows } = await app.platform.db.execute(sql`select * from voices where account_id = ${accountId}`);
  return rows;
}

async function auditOf({ id }: BuiltUser): Promise<unknown[]> {
  const { rows } = await app.platform.db.execute(sql`
    select action, target_type as type, target_id as id, details from audit_log
    where actor_user_id = ${id} and action like 'voice.%' order by id`);
  return rows;
}
const target = ({ accountId }: { accountId: number }) => ({ type: 'x_account', id: String(accountId) });

async function buildBaker(): Promise<BuiltUser & { accountId: number }> {
  const user = await buildUser(app);
  return { ...user, accountId: await connect(app, user.id) };
}

test('VOICE-01 a voice is empty until it is set; what is saved is there at the next look', async () => {
  const baker = await buildBaker();
  expect((await getVoice(app, baker)).body).toEqual({
    settings: emptySettings,
    profile: null,
    proposals: [],
    rules: [],
  });
  const settings = {
    ...emptySettings,
    tone: 'Dry, patient',
    topics: ['Bread', 'Ovens'],
    avoidedTopics: ['Politics'],
    bannedWords: ['artisanal'],
    signOff: '— Ada',
    samples: [english],
  };
  const saved = { settings, profile: null, proposals: [], rules: [] };
  expect((await saveVoice(app, baker, { ...settings, tone: '  Dry, patient ' })).body).toEqual(saved);
  expect((await getVoice(app, baker)).body).toEqual(saved);
  // Another account of the same person has its own, saved or not.
  const second = await connect(app, baker.id);
  expect((await getVoice(app, baker, second)).body.settings).toEqual(emptySettings);
  app.clock.advance(1000);
  await saveVoice(app, baker, { ...settings, twitterAccountId: second });
  await saveVoice(app, baker, { twitterAccountId: second, signOff: '— B' });
  expect((await getVoice(app, baker)).body).toEqual(saved);
  expect(await auditOf(baker)).toEqual([
    { action: 'voice.saved', ...target(baker), details: {} },
    ...[1, 2].map(() => ({ action: 'voice.saved', ...target({ accountId: second }), details: {} })),
  ]);
});

test('VOICE-02 samples in another language than the voice say which to change', async () => {
  const baker = await buildBaker();
  const { body } = await saveVoice(app, baker, { samples: [german, german] });
  expect(body.message).toBe(
    'These samples are in German, and this voice is in English. Change its language first, or use samples in English.',
  );
  expect((await saveVoice(app, baker, { language: 'de', samples: [german] })).status).toBe(200);
});

test('VOICE-03 an import makes a profile in words and figures, and the posts are not kept', async () => {
  const baker = await buildBaker();
  const posts = bakerPosts(60);
  const { status, body } = await importPosts(app, baker, [...posts, '🍞', 'https://example.com']);
  expect([status, body.read, body.leftOut]).toEqual([200, 60, 2]);
  const said = body.voice.profile?.points.map(({ text }) => text) ?? [];
  expect(said).toEqual(
    expect.arrayContaining([
      'You never use exclamation marks.',
      'You never use hashtags.',
      'You never begin with a capital letter.',
      'You always use dashes.',
    ]),
  );
  expect(said[0]).toMatch(/^You write about \d+ characters, most posts between \d+ and \d+\.$/);
  const at = app.clock.now();
  expect(body.voice.profile).toMatchObject({ source: 'archive', posts: 60, madeAt: at.toISOString() });
  expect((await getVoice(app, baker)).body).toEqual(body.voice);
  // Six of them became samples, which the owner sees; no other is anywhere in the row.
  expect(body.voice.settings.samples).toHaveLength(6);
  const stored = JSON.stringify(await storedOf(baker.accountId));
  const kept = posts.filter((post) => stored.includes(JSON.stringify(post).slice(1, -1)));
  expect(kept.sort()).toEqual(body.voice.settings.samples.toSorted());
  const details = { source: 'archive', posts: 60 };
  expect(await auditOf(baker)).toEqual([{ action: 'voice.imported', ...target(baker), details }]);
});

test('VOICE-04 posts that were checked in a language that has just changed make no profile', async () => {
  const baker = await buildBaker();
  const { db } = app.platform;
  await saveVoice(app, baker);
  const late = Promise.withResolvers<void>();
  const isLocked = Promise.withResolvers<void>();
  const changing = inTransaction(db, async (tx) => {
    await lockVoice(tx, baker.accountId);
    isLocked.resolve();
    await late.promise;
    await tx.execute(sql`update voices set language = 'de' where account_id = ${baker.accountId}`);
  });
  await isLocked.promise;
  const importing = importPosts(app, baker, bakerPosts(20));
  await untilBlockedOrDone(db, importing);
  late.resolve();
  await changing;
  expect((await importing).body).toMatchObject({
    code: 'VOICE_UNREADABLE',
    message: 'The language of this voice has just changed. Import your posts again.',
  });
  expect((await getVoice(app, baker)).body.profile).toBeNull();
});

test('VOICE-04 too few posts, other languages and too many are refused, and nothing is stored', async () => {
  const baker = await buildBaker();
  const refused = async (texts: readonly string[], more: object = {}) => {
    const { status, body } = await importPosts(app, baker, texts, more);
    expect(await storedOf(baker.accountId)).toEqual([]);
    return [status, body.code, body.message];
  };
  expect(await refused([...bakerPosts(4), '🍞', '🍞'])).toEqual([
    400,
    'VOICE_UNREADABLE',
    'There are only 4 posts with text of their own here. A profile needs at least 10.',
  ]);
  expect(await refused(Array.from({ length: 12 }, (_, at) => `${german} ${at}`))).toEqual([
    400,
    'VOICE_UNREADABLE',
    'These posts are in German, and this voice is in English. Change its language first, or use posts in English.',
  ]);
  const mixed = [english, german, french].flatMap((text) => Array.from({ length: 8 }, () => text));
  expect(await refused(mixed, { source: 'pasted' })).toEqual([
    400,
    'VOICE_UNREADABLE',
    'These posts are in three languages: English, French and German. Use posts in one language.',
  ]);
  expect((await importPosts(app, baker, bakerPosts(10))).body.read).toBe(10);
});

test('VOICE-05 the owner puts a point in other words, switches one off, and takes both back', async () => {
  const baker = await buildBaker();
  const change = (body: object) =>
    call<{ code: string; profile: { points: { point: string; text: string; isOn: boolean }[] } }>(
      app,
      'PATCH',
      '/api/voice/points',
      { token: baker.token, body },
    );
  const none = await change({ point: 'emoji', isOn: false, text: null });
  expect(none).toMatchObject({
    status: 404,
    body: {
      code: 'VOICE_PROFILE_NOT_FOUND',
      message: 'This voice has no profile yet. Import posts first.',
    },
  });
  await importPosts(app, baker, bakerPosts(30));
  await change({ point: 'exclamation', isOn: true, text: 'I never shout.' });
  const { body } = await change({ point: 'hashtag', isOn: false, text: null });
  expect(body).toEqual((await getVoice(app, baker)).body);
  const points = new Map(body.profile.points.map((each) => [each.point, each]));
  expect(points.get('exclamation')).toMatchObject({ text: 'I never shout.', isOn: true, isEdited: true });
  expect(points.get('hashtag')).toMatchObject({ text: 'You never use hashtags.', isOn: false });
  const voice = await findVoice(app.platform.db, baker.accountId);
  const described = voice ? describeVoice(voice) : '';
  expect(described).toContain('- "I never shout."');
  expect(described).not.toContain('hashtags');
  await change({ point: 'hashtag', isOn: true, text: null });
  expect(
    (await getVoice(app, baker)).body.profile?.points.find(({ point }) => point === 'hashtag'),
  ).toMatchObject({
    isOn: true,
    isEdited: false,
  });
  // Two changes at once are both there afterwards.
  await Promise.all((['dash', 'comma'] as const).map((point) => change({ point, isOn: false, text: null })));
  const { profile } = (await getVoice(app, baker)).body;
  expect(
    profile?.points
      .filter(({ isOn }) => !isOn)
      .map(({ point }) => point)
      .sort(),
  ).toEqual(['comma', 'dash']);
});

test('VOICE-06 texts are compared with the voice, with reasons, and all as a set', async () => {
  const baker = await buildBaker();
  const compare = (texts: string[]) =>
    call<{
      texts: ({ score: number; reasons: string[] } | null)[];
      set: { score: number; reasons: string[] } | null;
    }>(app, 'POST', '/api/voice/nearness', { token: baker.token, body: { texts } });
  expect((await compare([LOUD])).body).toEqual({ texts: [null], set: null });
  await importPosts(app, baker, bakerPosts(60));
  const own = bakerPosts(64).slice(60);
  const { body } = await compare([...own, LOUD]);
  const voice = await selectVoice(app.platform.db, baker.accountId);
  expect(body).toEqual({
    texts: [...own, LOUD].map((text) => voice && nearnessOf(text, voice)),
    set: voice && nearnessOfSet([...own, LOUD], voice),
  });
  const scores = body.texts.map((each) => each?.score ?? -1);
  expect(Math.min(...scores.slice(0, 4))).toBeGreaterThan(80);
  expect(scores[4]).toBeLessThan(45);
  expect(body.texts[4]?.reasons).toContain('You never use exclamation marks');
  expect(body.texts[4]?.reasons.length).toBeLessThanOrEqual(3);
});

test("VOICE-12 the model gets the voice, its samples and its owner's rules", async () => {
  const writer = await buildWriter(app, { plan: 'trial', niche: 'Rye Bread' });
  await saveVoice(app, writer, { tone: 'Dry, patient', samples: [english] });
  await generate(app, writer);
  const response = await fetch(`${app.sandboxUrl}/sandbox/llm/prompts`);
  const { prompts } = (await response.json()) as {
    prompts: { niche: string; count: number; messages: { content: string }[] }[];
  };
  const asked = prompts.filter(({ niche }) => niche === 'Rye Bread');
  expect(asked.map(({ count }) => count)).toEqual([5, 5]);
  for (const { messages } of asked)
    expect(messages.at(-1)?.content).toContain(
      `DATA\nLanguage: English\nTone: "Dry, patient"\nPosts of the author, for how they sound and not for what they say:\n- ${JSON.stringify(english)}\nEND OF DATA`,
    );
});

test('VOICE-07 nobody reaches another’s voice, and an account of nobody’s has none', async () => {
  const [baker, stranger] = [await buildBaker(), await buildBaker()];
  await importPosts(app, baker, bakerPosts(20));
  const { accountId: twitterAccountId } = baker;
  const body = { twitterAccountId };
  const tries = [
    getVoice(app, stranger, twitterAccountId),
    saveVoice(app, stranger, body),
    importPosts(app, stranger, bakerPosts(20), body),
    call(app, 'PATCH', '/api/voice/points', {
      token: stranger.token,
      body: { ...body, point: 'emoji', isOn: false, text: null },
    }),
    call(app, 'DELETE', '/api/voice/profile', { token: stranger.token, body }),
    call(app, 'POST', '/api/voice/lessons', {
      token: stranger.token,
      body: { ...body, lesson: 'no_emoji', answer: 'accept' },
    }),
    call(app, 'POST', '/api/voice/nearness', { token: stranger.token, body: { ...body, texts: ['x'] } }),
  ];
  for (const { status, body: refusal } of await Promise.all(tries))
    expect([status, (refusal as { code?: string }).code]).toEqual([404, 'X_ACCOUNT_NOT_FOUND']);
  expect((await getVoice(app, baker)).body.profile?.posts).toBe(20);
});

test('VOICE-08 the profile is deleted with what was changed in it; settings stay', async () => {
  const baker = await buildBaker();
  await saveVoice(app, baker, { tone: 'Dry' });
  await importPosts(app, baker, bakerPosts(20));
  await app.platform.db.execute(
    sql`update voices set points = '{"comma":{"isOn":false,"text":null}}' where account_id = ${baker.accountId}`,
  );
  const before = await selectVoice(app.platform.db, baker.accountId);
  app.clock.advance(1000);
  const deletedAt = app.clock.now();
  const remove = () => call<Voice>(app, 'DELETE', '/api/voice/profile', { token: baker.token, body: {} });
  const first = (await remove()).body;
  app.clock.advance(1000);
  for (const body of [first, (await remove()).body])
    expect(body).toEqual({
      settings: { ...emptySettings, tone: 'Dry', samples: before?.samples },
      profile: null,
      proposals: [],
      rules: [],
    });
  expect(await selectVoice(app.platform.db, baker.accountId)).toEqual({
    ...before,
    profile: null,
    source: null,
    profiledAt: null,
    points: {},
    updatedAt: deletedAt,
  });
  // What is gone already is not deleted again.
  expect((await auditOf(baker)).slice(2)).toEqual([
    { action: 'voice.profile_deleted', ...target(baker), details: {} },
  ]);
});

test('VOICE-09 a voice is in the download, and goes with the account and with the person', async () => {
  const baker = await buildUser(app);
  const account = await connectX(app, baker);
  const second = await connect(app, baker.id);
  await saveVoice(app, baker, { twitterAccountId: second, tone: 'Warm' });
  await app.platform.db.execute(
    sql`insert into voice_lessons values (${second}, 'no_emoji', 3, 'accepted', ${app.clock.now()})`,
  );
  await importPosts(app, baker, bakerPosts(20));
  const { body } = await call<{ voices: unknown }>(app, 'GET', '/api/user/export', { token: baker.token });
  const [first, other] = [(await getVoice(app, baker)).body, (await getVoice(app, baker, second)).body];
  expect(body.voices).toEqual([
    { accountId: String(account.id), ...first },
    { accountId: String(second), ...other },
  ]);
  expect([first.profile?.posts, other.settings.tone, other.rules.length]).toEqual([20, 'Warm', 1]);
  const lessonsOf = async (accountId: number) => {
    const lessons = sql`select 1 from voice_lessons where account_id = ${accountId}`;
    return (await app.platform.db.execute(lessons)).rows.length;
  };
  const leaver = await buildUser(app);
  const theirs = await connectX(app, leaver);
  await importPosts(app, leaver, bakerPosts(20));
  const edits = [{ before: 'Rye is back today!', after: 'Rye is back today.' }];
  for (const { id } of [account, theirs]) await recordEdits(app.platform.db, id, edits, app.clock.now());
  expect([await lessonsOf(account.id), await lessonsOf(theirs.id)]).toEqual([1, 1]);

  await call(app, 'DELETE', `/api/twitter/accounts/${account.id}`, { token: baker.token });
  expect([await storedOf(account.id), await lessonsOf(account.id)]).toEqual([[], 0]);
  expect([(await storedOf(theirs.id)).length, await lessonsOf(theirs.id)]).toEqual([1, 1]);
  expect([(await storedOf(second)).length, await lessonsOf(second)]).toEqual([1, 1]);

  const stays = await buildBaker();
  await saveVoice(app, stays, { tone: 'Dry' });
  // Also the voice of an account that is no longer connected.
  await call(app, 'POST', '/api/oauth/x/disconnect', { token: leaver.token, body: {} });
  const gone = await call(app, 'DELETE', '/api/user', { token: leaver.token, body: { password: PASSWORD } });
  expect([gone.status, await storedOf(theirs.id), await lessonsOf(theirs.id)]).toEqual([200, [], 0]);
  expect(await storedOf(stays.accountId)).toHaveLength(1);
});
