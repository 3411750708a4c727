import { sql } from 'drizzle-orm';
import { test } from 'vitest';
import { buildUser, connectX, subscribe } from '../../../test/factories.ts';
import { openKeptPage } from '../../../test/kept-calls.ts';
import { inTransaction } from '../../platform/database.ts';
import { queues } from '../../platform/queues.ts';
import { recordEdits } from './record-edits.ts';
import { bakerPosts, emptySettings, LOUD } from './voice.fixture.ts';

const DAY = 86_400_000;
const german = [
  'Heute Morgen habe ich den Teig zu lange ruhen lassen und trotzdem gebacken.',
  'Der alte Ofen in unserer kleinen Küche wird leider nicht mehr richtig warm.',
  'Am Wochenende probieren wir endlich das neue Rezept mit Roggen und Honig aus.',
];
const english = [
  'The old oven in our small kitchen does not get properly warm any more.',
  'This weekend we finally try the new recipe with rye flour and honey.',
  'I let the dough rest for far too long this morning and baked it anyway!',
];
/** Posts in an order that is not that of their times; the last one has no time. */
const timed = (texts: readonly string[]) =>
  texts.map((text, at) => ({
    text,
    sentAt:
      at === texts.length - 1
        ? null
        : new Date(Date.UTC(2020, 0, 1 + ((at * 5) % texts.length))).toISOString(),
  }));

test('docs/calls/voice.md says what the calls of the voice answer and do', async () => {
  const page = await openKeptPage();
  const { app, ask } = page;
  const { db } = app.platform;
  const ada = await buildUser(app, { email: 'ada@example.com', timeZone: 'Asia/Kolkata' });
  const bob = await buildUser(app, { email: 'bob@example.com' });
  const cleo = await buildUser(app, { email: 'cleo@example.com' });
  await subscribe(app, ada);
  await connectX(app, ada, 'ada');
  const other = await connectX(app, ada, 'brew');
  const ofBob = await connectX(app, bob, 'bob');
  const twitterAccountId = String(other.id);
  await page.prepare(() => app.platform.jobs.drain());
  const voiceOfBob = { ...emptySettings, language: 'de', tone: 'Ruhig' };
  await ask('PUT', '/api/voice', { as: bob, body: voiceOfBob, note: 'the first of the selected account' });

  await ask('GET', '/api/voice', { as: ada, note: 'never set' });
  await ask('GET', '/api/voice', { as: cleo, note: 'without an X account' });
  await ask('GET', `/api/voice?twitterAccountId=${ofBob.id}`, { as: ada, note: 'of somebody else' });
  const settings = {
    language: 'en',
    tone: ' Dry, a little tired ',
    topics: ['Rye'],
    avoidedTopics: ['Politics'],
    bannedWords: ['artisanal'],
    signOff: '— Ada',
    samples: [] as string[],
  };
  await ask('PUT', '/api/voice', {
    as: ada,
    body: { ...settings, twitterAccountId },
    note: 'without samples',
  });
  page.advance(1_000);
  await ask('PUT', '/api/voice', {
    as: ada,
    body: { ...settings, samples: english },
    note: 'with three samples',
  });
  page.advance(1_000);
  const two = [...english.slice(0, 2), '🚀 https://shop.example'];
  await ask('PUT', '/api/voice', { as: ada, body: { ...settings, samples: two }, note: 'too few samples' });
  await ask('PUT', '/api/voice', {
    as: ada,
    body: { ...settings, samples: [...english, ...german] },
    note: 'samples in two languages',
  });
  await ask('PUT', '/api/voice', {
    as: ada,
    body: { ...settings, samples: german },
    note: 'in another language',
  });
  const finnish = ['Tänä aamuna annoin taikinan levätä aivan liian kauan ja leivoin sen silti.'];
  await ask('PUT', '/api/voice', {
    as: ada,
    body: { ...settings, samples: finnish },
    note: 'in a language that is not supported',
  });
  await ask('PUT', '/api/voice', {
    as: bob,
    body: { ...settings, twitterAccountId },
    note: 'of somebody else',
  });
  await ask('PUT', '/api/voice', {
    as: bob,
    body: { ...voiceOfBob, samples: german },
    note: 'with three samples in German',
  });
  await ask('DELETE', '/api/voice/profile', { as: bob, note: 'of German samples' });

  const posts = timed(bakerPosts(13));
  const pasted = (texts: readonly string[]) => ({ source: 'pasted', posts: timed(texts) });
  await ask('POST', '/api/voice/import', { as: ada, body: pasted(bakerPosts(9)), note: 'nine posts' });
  await ask('POST', '/api/voice/import', { as: ada, body: pasted(bakerPosts(1)), note: 'one post' });
  page.advance(60_000);
  const body = { source: 'archive', posts: [...posts, ...timed(german), { text: '🚀 🚀', sentAt: null }] };
  await ask('POST', '/api/voice/import', {
    as: ada,
    body: { ...body, twitterAccountId },
    note: 'an archive with a few German posts and one without words',
  });
  await ask('POST', '/api/voice/import', {
    as: ada,
    body: { ...body, source: 'pasted' },
    note: 'the same, pasted',
  });
  await ask('POST', '/api/voice/import', {
    as: ada,
    body: { source: 'archive', posts: timed([...german, ...german, ...german, ...german]) },
    note: 'an archive in German',
  });
  page.advance(60_000);
  await ask('POST', '/api/voice/import', {
    as: ada,
    body: pasted(bakerPosts(12)),
    note: 'pasted, for a voice with samples',
  });
  await ask('POST', '/api/voice/import', {
    as: bob,
    body: { ...body, twitterAccountId },
    note: 'of somebody else',
  });

  page.advance(60_000);
  const named = { as: ada };
  const point = (change: object) => ({ ...named, body: { twitterAccountId, ...change } });
  await ask('PATCH', '/api/voice/points', {
    ...point({ point: 'emoji', isOn: true, text: ' I never use emoji. ' }),
    note: 'in other words',
  });
  await ask('PATCH', '/api/voice/points', {
    ...point({ point: 'capitals', isOn: false, text: null }),
    note: 'switched off',
  });
  await ask('PATCH', '/api/voice/points', {
    ...point({ point: 'emoji', isOn: true, text: null }),
    note: 'in its own words again',
  });
  await ask('PATCH', '/api/voice/points', {
    as: bob,
    body: { point: 'emoji', isOn: false, text: null },
    note: 'of a voice without a profile',
  });
  const compared = [bakerPosts(40)[38], LOUD, 'again today the dough took its time, and i said so — Ada'];
  await ask('POST', '/api/voice/nearness', { as: ada, body: { twitterAccountId, texts: compared } });
  await ask('POST', '/api/voice/nearness', { as: bob, body: { texts: compared }, note: 'without a profile' });

  page.advance(60_000);
  const save = (change: object) => ({ as: ada, body: { ...settings, twitterAccountId, ...change } });
  await ask('PUT', '/api/voice', { ...save({ tone: '' }), note: 'the imported profile stays' });
  await ask('PUT', '/api/voice', { ...save({ language: 'de' }), note: 'in another language it goes' });
  await ask('DELETE', '/api/voice/profile', { as: ada, body: { twitterAccountId }, note: 'that is gone' });
  await ask('DELETE', '/api/voice/profile', { as: ada });
  await ask('GET', '/api/voice', { as: ada, note: 'of the selected account' });
  await ask('DELETE', '/api/voice/profile', {
    as: bob,
    body: { twitterAccountId },
    note: 'of somebody else',
  });

  await db.execute(sql`update rate_limits set points = 1000 where key like ${`voice%:${ada.id}`}`);
  const note = 'above the limit';
  await ask('PUT', '/api/voice', { as: ada, body: settings, note });
  await ask('POST', '/api/voice/import', { as: ada, body, note });
  await ask('PATCH', '/api/voice/points', { ...point({ point: 'emoji', isOn: false, text: null }), note });
  await ask('POST', '/api/voice/nearness', { as: ada, body: { texts: compared }, note });
  await ask('DELETE', '/api/voice/profile', { as: ada, note });
  const answer = { lesson: 'shorter', answer: 'accept' };
  await ask('POST', '/api/voice/lessons', { as: ada, body: answer, note });
  await page.expectKept('voice');
});

test('docs/calls/lessons.md says what the calls of the lessons answer and do', async () => {
  const page = await openKeptPage();
  const { app, ask } = page;
  const { db } = app.platform;
  const ada = await buildUser(app, { email: 'ada@example.com', timeZone: 'Asia/Kolkata' });
  const bob = await buildUser(app, { email: 'bob@example.com' });
  await subscribe(app, ada);
  const selected = await connectX(app, ada, 'ada');
  const { id } = await connectX(app, ada, 'brew');
  const ofBob = await connectX(app, bob, 'bob');
  const insert = (account: number, lesson: string, times: number, state: string, at: string) =>
    db.execute(sql`insert into voice_lessons (account_id, lesson, times, state, last_at)
      values (${account}, ${lesson}, ${times}, ${state}, ${at})`);
  await page.prepare(() => app.platform.jobs.drain());
  await insert(ofBob.id, 'no_emoji', 9, 'counted', '2020-11-01T08:00:00Z');
  await insert(selected.id, 'no_hashtag', 7, 'counted', '2020-11-01T08:00:00Z');
  await insert(id, 'no_dash', 2, 'counted', '2020-11-02T08:00:00Z');
  await insert(id, 'no_quotes', 3, 'counted', '2020-11-02T08:00:00Z');
  await insert(id, 'unknown', 8, 'counted', '2020-11-03T08:00:00Z');
  await insert(id, 'no_question', 4, 'dismissed', '2020-11-03T08:00:00Z');
  await insert(id, 'no_ellipsis', 4, 'counted', '2020-11-03T08:00:00Z');
  await insert(id, 'no_semicolon', 4, 'counted', '2020-11-04T08:00:00Z');
  await insert(id, 'no_line_break', 5, 'accepted', '2020-11-04T08:00:00Z');

  const at = app.clock.now();
  const edits = [
    ['We utilize rye flour here!', 'We use rye flour here.'],
    ['You can utilize the old oven #bread', 'You can use the old oven'],
    ['A quiet morning with the dough', 'A quiet morning with the dough — Ada'],
    [
      'The oven is warm and the dough is ready, so we begin with the first batch of the long day',
      'The oven is warm and the dough is ready, so we begin',
    ],
    ['Something else entirely is written here', 'No word of it was kept'],
    ['Nothing was learned of this one', 'Nothing was learned of this one'],
  ].map(([before = '', after = '']) => ({ before, after }));
  const learn = (pairs: typeof edits) =>
    page.step('lessons are learned from edits', () =>
      inTransaction(db, (tx) => recordEdits(tx, id, pairs, at)),
    );
  await learn(edits);
  await learn(edits.slice(0, 2));
  await learn(edits.slice(4));
  await ask('GET', `/api/voice?twitterAccountId=${id}`, { as: ada });

  page.advance(60_000);
  const twitterAccountId = String(id);
  const say = (lesson: string, answer: string) => ({ as: ada, body: { twitterAccountId, lesson, answer } });
  await ask('POST', '/api/voice/lessons', { ...say('replace:utilize>use', 'accept') });
  await ask('POST', '/api/voice/lessons', { ...say('replace:utilize>use', 'accept'), note: 'a second time' });
  await ask('POST', '/api/voice/lessons', { ...say('no_quotes', 'dismiss') });
  await ask('POST', '/api/voice/lessons', { ...say('no_line_break', 'dismiss'), note: 'accepted before' });
  await ask('POST', '/api/voice/lessons', { ...say('no_dash', 'accept'), note: 'not seen often enough' });
  await ask('POST', '/api/voice/lessons', { ...say('unknown', 'accept'), note: 'of an unknown kind' });
  await ask('POST', '/api/voice/lessons', { ...say('no_hashtag', 'accept'), note: 'of another account' });
  await ask('POST', '/api/voice/lessons', {
    as: ada,
    body: { lesson: 'no_hashtag', answer: 'accept' },
    note: 'of the selected account',
  });
  await ask('POST', '/api/voice/lessons', {
    ...say('no_emoji', 'accept'),
    as: bob,
    note: 'of somebody else',
  });

  // With that of the selected account's there are 50 rules.
  await db.execute(sql`
    insert into voice_lessons (account_id, lesson, times, state, last_at)
    select ${selected.id}, 'replace:old' || n || '>new', 3, 'accepted', '2020-11-05T08:00:00Z' from generate_series(1, 49) n`);
  await insert(selected.id, 'no_dash', 3, 'counted', '2020-11-04T08:00:00Z');
  const here = (lesson: string, answer: string) => ({ as: ada, body: { lesson, answer } });
  await ask('POST', '/api/voice/lessons', { ...here('no_dash', 'accept'), note: 'beside 50 rules' });
  await ask('POST', '/api/voice/lessons', { ...here('no_dash', 'dismiss'), note: 'beside 50 rules' });
  await db.execute(
    sql`delete from voice_lessons where account_id = ${selected.id} and lesson like 'replace:old%'`,
  );

  // A hundred that are not accepted are kept, the latest ones.
  await db.execute(sql`
    insert into voice_lessons (account_id, lesson, times, state, last_at)
    select ${selected.id}, 'replace:a' || n || '>b', 1, 'counted',
      case when n = 1 then '2020-11-03T08:00:00Z'::timestamptz else '2020-11-05T08:00:00Z' end
    from generate_series(1, 98) n`);
  await insert(selected.id, 'no_quotes', 6, 'counted', '2020-11-03T08:00:00Z');
  await page.step('more than a hundred lessons', () =>
    inTransaction(db, (tx) => recordEdits(tx, selected.id, edits.slice(2, 4), app.clock.now())),
  );

  // 180 days before the step, to the second.
  const end = app.clock.now().getTime() - 180 * DAY;
  const [before, limit] = [end - 1_000, end].map((ms) => new Date(ms).toISOString()) as [string, string];
  await insert(ofBob.id, 'replace:old>new', 4, 'counted', before);
  await insert(ofBob.id, 'replace:bad>good', 4, 'dismissed', before);
  await insert(ofBob.id, 'replace:far>near', 4, 'accepted', before);
  await insert(ofBob.id, 'replace:late>soon', 4, 'counted', limit);
  await page.step('the queue delete_old_lessons', async () => {
    await app.platform.jobs.enqueue(db, queues.deleteOldLessons, {});
    await app.platform.jobs.drain();
  });
  await page.expectKept('lessons');
});
