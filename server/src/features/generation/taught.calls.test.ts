import { sql } from 'drizzle-orm';
import { test } from 'vitest';
import { buildUser, call, connectX } from '../../../test/factories.ts';
import { openKeptPage } from '../../../test/kept-calls.ts';
import { type Db, inTransaction } from '../../platform/database.ts';
import type { EventPage } from '../../platform/event-page.ts';
import { deleteSources, exportFactFeeds, exportFacts } from '../facts/facts.queries.ts';
import { eraseVoice, eraseVoices } from '../voice/erase-voices.ts';
import { exportVoices } from '../voice/voice.queries.ts';
import { insertJob } from './calls.fixture.ts';
import { countGenerations, listGrantedAccounts } from './count-generations.ts';
import { exportGenerations, listGenerationEvents } from './generation.queries.ts';

test('docs/calls/taught.md says where voices, facts and generations are told, and when they go', async () => {
  const page = await openKeptPage();
  const { app } = page;
  const { db } = app.platform;
  const ada = await buildUser(app, { email: 'ada@example.com', timeZone: 'Asia/Kolkata' });
  const bob = await buildUser(app, { email: 'bob@example.com' });
  const staff = await buildUser(app, { email: 'staff@example.com', roles: ['support'] });
  // Two accounts; the older one of them is named later.
  const second = await connectX(app, ada, 'ada');
  await db.execute(sql`insert into x_accounts (user_id, twitter_user_id, username, niche, selected, access_token,
      refresh_token, token_expires_at, connected_at, updated_at)
    select ${ada.id}, '77', 'brew', 'Tea', false, access_token, refresh_token, token_expires_at, connected_at, updated_at
    from x_accounts where id = ${second.id}`);
  const { rows } = await db.execute(sql`select id from x_accounts where username = 'brew'`);
  const first = Number(rows[0]?.id);
  const ofBob = await connectX(app, bob, 'bob');
  await db.execute(
    sql`update x_accounts set connected_at = '2020-11-01T10:00:00Z' where user_id = ${ada.id}`,
  );
  const samples = [
    'The kettle sings before the house wakes up, and so do I.',
    'Water first, then patience, then the cup that you wanted.',
    'Nothing about this morning was fast, and it was good.',
  ];
  for (const [who, account, tone, made] of [
    [ada, first, 'Dry', 300],
    [ada, second.id, 'Warm', 200],
    [bob, ofBob.id, 'Loud', 250],
  ] as const) {
    const words = { topics: [], avoidedTopics: [], bannedWords: [], signOff: '' };
    const body = { language: 'en', tone, ...words, samples, twitterAccountId: String(account) };
    await call(app, 'PUT', '/api/voice', { token: who.token, body });
    await db.execute(sql`insert into voice_lessons (account_id, lesson, times, state, last_at) values
      (${account}, 'no_dash', 3, 'counted', '2020-11-05T08:00:00Z'),
      (${account}, 'no_emoji', 4, 'accepted', '2020-11-04T08:00:00Z')`);
    await db.execute(sql`
      insert into facts (user_id, account_id, kind, text, created_at, updated_at)
      values (${who.id}, ${account}, 'story', ${`A fact, ${tone}`}, '2020-11-19T09:00:00Z', '2020-11-19T10:00:00Z')`);
    await db.execute(sql`
      with feed as (
        insert into fact_feeds (user_id, account_id, url, title, read_at, next_read_at, created_at)
        values (${who.id}, ${account}, ${`https://shop.example/${tone}`}, ${`Shop, ${tone}`}, '2020-11-20T09:00:00Z',
          '2020-11-20T12:00:00Z', '2020-11-19T11:00:00Z') returning id)
      insert into feed_entries (feed_id, mark, title, text) select id, 'one', 'New filters', 'From paper' from feed`);
    const writer = { ...who, accountId: account };
    await insertJob(app, writer, { drafts: [`A draft, ${tone}`], made, niche: tone });
    await insertJob(app, writer, { status: 'failed', made: made + 30, niche: `${tone}, failed` });
  }
  await insertJob(
    app,
    { ...ada, accountId: first },
    { made: 50, used: 40, finalized: 40, drafts: ['A', 'B'] },
  );
  await page.prepare(() => app.platform.jobs.drain());

  /** The step writes what was told as a value of a statement. */
  const tell = (name: string, work: () => Promise<unknown>) =>
    page.step(name, async () => {
      const told = await work();
      await db.execute(sql`select ${JSON.stringify(told)} as told`);
    });
  await tell('a person downloads their facts', () => exportFacts(db, ada.id));
  await tell('a person downloads their feeds', () => exportFactFeeds(db, ada.id));
  await tell('a person downloads their generations', () => exportGenerations(db, ada.id));
  await tell('a person downloads their voice', () => exportVoices(db, bob.id));
  const deps = app.platform;
  await tell('staff see the generations of the selected account', () => countGenerations(deps, ada.id));
  await tell('staff see the generations of nobody’s account', () => countGenerations(deps, staff.id));
  await db.execute(sql`insert into generation_grants (account_id, counted_from, scheduled_from) values
    (${first}, '2020-11-20T09:55:30Z', '2020-11-20T09:50:00Z'), (${ofBob.id}, '2020-11-01T08:00:00Z', '2020-11-02T08:00:00Z')`);
  await tell('staff see the generations of each account', () => listGrantedAccounts(deps, ada.id));
  const before = new Date('2020-11-20T09:56:10Z');
  const events = (shown: EventPage) => () => listGenerationEvents(db, ada.id, shown);
  await tell(
    'staff see a page of generations',
    events({ before: app.clock.now(), atMoment: 'all', limit: 3 }),
  );
  await tell('staff see a page up to a moment', events({ before, atMoment: 'all', limit: 2 }));
  await tell('staff see a page before a moment', events({ before, atMoment: 'none', limit: 3 }));
  const erase = (name: string, work: (tx: Db) => Promise<void>) =>
    page.step(name, () => inTransaction(db, work));
  await erase('an account goes', async (tx) => {
    await eraseVoice(tx, first);
    await deleteSources(tx, ada.id, first);
  });
  await erase('a person goes', async (tx) => {
    await eraseVoices(tx, ada.id);
    await deleteSources(tx, ada.id);
  });
  await page.expectKept('taught');
});
