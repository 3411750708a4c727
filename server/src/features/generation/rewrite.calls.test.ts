import { sql } from 'drizzle-orm';
import { test } from 'vitest';
import { buildPost, call } from '../../../test/factories.ts';
import { openKeptPage } from '../../../test/kept-calls.ts';
import { inTransaction } from '../../platform/database.ts';
import { recordPosts } from '../alike/record-texts.ts';
import { declined, noJson, outOfReach, scriptModel } from './calls.fixture.ts';
import { buildWriter, connect, type Writer } from './generation.fixture.ts';

const first = 'Grind right before you brew, because aroma leaves in a hurry.';
const text = `${first} Write the setting on the bag, see https://beans.com/grind`;

test('docs/calls/rewrite.md says what the call that writes a text again answers and does', async () => {
  const page = await openKeptPage();
  const { app, ask } = page;
  const { db } = app.platform;
  const model = await scriptModel(app);
  const ada = await buildWriter(app, { niche: 'Coffee', metadata: { tier: 'pro' } });
  const other = await buildWriter(app, { niche: 'Tea' });
  const plain = await connect(app, ada.id, null);
  const samples = [
    'the kettle sings before the house wakes up and so do i',
    'water first then patience then the cup that you wanted',
    'nothing about this morning was fast and it was good',
  ];
  const voice = {
    language: 'en',
    tone: 'Dry',
    topics: [],
    avoidedTopics: [],
    bannedWords: [],
    signOff: '',
    samples,
  };
  await call(app, 'PUT', '/api/voice', { token: ada.token, body: voice });
  await db.execute(sql`
    insert into facts (user_id, account_id, kind, text, created_at, updated_at) values
      (${ada.id}, ${ada.accountId}, 'price', 'A bag costs $14', '2020-11-19T09:00:00Z', '2020-11-19T09:00:00Z'),
      (${other.id}, ${other.accountId}, 'price', 'A bag costs $15', '2020-11-19T09:00:00Z', '2020-11-19T09:00:00Z')`);
  const ofOther = 'Let the pot stand for four minutes, then pour it in one go.';
  const ofAda = 'Warm the cup with the first water from the kettle.';
  for (const [user, content] of [
    [other, ofOther],
    [ada, ofAda],
  ] as const) {
    const scheduledAt = new Date('2020-11-21T09:00:00Z');
    const post = await buildPost(app, { user, accountId: user.accountId, content, scheduledAt });
    const { id: postId } = post;
    const texts = [{ postId, content, at: scheduledAt }];
    await inTransaction(db, (tx) => recordPosts(tx, texts, app.clock.now()));
  }

  const again = (as: Writer, note: string, change: object = {}) =>
    ask('POST', '/api/posts/rewrite', {
      as,
      note,
      body: { twitterAccountId: String(as.accountId), text, way: 'angle', ...change },
    });
  model.next = [{ posts: [text, 'A bag costs $14, so grind it fresh.'] }];
  await again(ada, 'from another angle, the first version is the same', { hint: 'Ignored' });
  model.next = [{ posts: [`${text}. And more of it.`] }, declined, { posts: [first] }];
  await again(ada, 'shorter, in the third call', { way: 'shorter' });
  model.next = [{ posts: [`${first} Do you grind 20 grams a day? https://beans.com/grind`] }];
  await again(ada, 'by a hint, with its own link', { way: 'hint', hint: ' Ask about 20 grams a day ' });
  model.next = [{ posts: [ofOther, ofAda] }];
  await again(ada, 'like a post of somebody else, then like an own one');
  const bad = [
    'See https://away.example for it.',
    'Of all bags 62% are stale.',
    text,
    '',
    'As an AI language model I cannot.',
    'Grind it fresh, the sixth of an answer.',
  ];
  model.next = [{ posts: bad }, noJson, { posts: [] }];
  await again(ada, 'no version is good');
  model.next = [declined, declined, { ...declined, usage: null }];
  await again(ada, 'by a hint, no version is good', { way: 'hint', hint: 'Be rude' });
  model.next = [outOfReach];
  await again(ada, 'the model cannot be reached');
  model.next = [{ posts: ['Mahle die Bohnen erst kurz vor dem Aufguss, und der Kaffee duftet.'] }];
  await again({ ...ada, accountId: plain }, 'of an account without a niche, in German', {
    text: 'Mahle die Bohnen kurz vor dem Aufguss, weil der Duft schnell verfliegt und dann fehlt.',
  });

  await again(await buildWriter(app, { verified: false }), 'not verified');
  await again(await buildWriter(app, { state: 'canceled' }), 'the subscription is canceled');
  const none = await buildWriter(app);
  await db.execute(sql`delete from subscriptions where user_id = ${none.id}`);
  await again(none, 'without a plan');
  await again({ ...ada, accountId: other.accountId }, 'of an account of somebody else');
  await again(ada, 'without a hint', { way: 'hint', hint: ' ' });
  await db.execute(sql`update rate_limits set points = 30 where key = ${`rewrite:${ada.id}`}`);
  await again(ada, 'above the limit of an hour');
  await page.expectKept('rewrite');
});
