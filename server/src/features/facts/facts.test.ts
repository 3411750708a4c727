import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { type BuiltUser, buildUser, call, connectX, subscribe } from '../../../test/factories.ts';
import { listAccounts } from '../accounts/accounts.queries.ts';
import { factsApi } from './facts.fixture.ts';
import { listSources } from './facts.queries.ts';

let app: TestApp;
let api: ReturnType<typeof factsApi>;
let person: BuiltUser;
let accountId: number;
beforeAll(async () => {
  app = await buildApp({ shared: true, now: '2026-11-21T09:00:00Z' });
  api = factsApi(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  person = await buildUser(app);
  accountId = (await connectX(app, person)).id;
});

const factsOf = async (who = person) => (await api.list(who)).body.facts;

async function auditOf(userId: number): Promise<unknown[]> {
  const { rows } = await app.platform.db.execute(
    sql`select action, target_type as type, target_id as id, details from audit_log
      where actor_user_id = ${userId} and action like 'facts.%' order by id`,
  );
  return rows;
}

describe('a fact sheet', () => {
  test('FACT-01 FACT-02 is of one account, and lists what was added in its order', async () => {
    const added = await api.add(person, 'Pro costs $19 a month\nDate: The sale ends on 31 March');
    const at = '2026-11-21T09:00:00.000Z';
    const id = expect.stringMatching(/^\d+$/);
    expect([added.status, added.body]).toEqual([
      200,
      {
        facts: [
          { id, kind: 'product', text: 'Pro costs $19 a month', createdAt: at, updatedAt: at },
          { id, kind: 'date', text: 'The sale ends on 31 March', createdAt: at, updatedAt: at },
        ],
        known: 0,
        message: '2 facts added.',
      },
    ]);
    expect(await factsOf()).toEqual(added.body.facts);
    const target = { type: 'x_account', id: String(accountId) };
    expect(await auditOf(person.id)).toEqual([{ action: 'facts.added', ...target, details: { count: 2 } }]);

    await subscribe(app, person, { plan: 'pro_plus' });
    const second = await connectX(app, person);
    const ofSecond = `?twitterAccountId=${second.id}`;
    expect((await api.list(person, ofSecond)).body.facts).toEqual([]);
    const text = 'The second account has its own';
    const [own] = (await api.add(person, text, { twitterAccountId: second.id })).body.facts;
    expect((await api.list(person, ofSecond)).body.facts).toEqual([own]);
    expect(await listSources(app.platform.db, second.id)).toEqual([
      { id: `fact:${own?.id}`, kind: 'fact', label: text, text, url: null },
    ]);
    expect(await factsOf()).toEqual(added.body.facts);
  });

  test('FACT-04 what is there already is left out, so that a repeat adds nothing', async () => {
    await api.add(person, 'Pro costs $19 a month');
    const again = await api.add(person, 'pro costs $19 a month\nWe have 3 shops');
    expect(again.body).toMatchObject({
      facts: [{ text: 'We have 3 shops' }],
      known: 1,
      message: '1 fact added. 1 was already there.',
    });
    expect((await api.add(person, 'We have 3 shops')).body).toEqual({
      facts: [],
      known: 1,
      message: '0 facts added. 1 was already there.',
    });
    expect(await factsOf()).toHaveLength(2);
    expect(await auditOf(person.id)).toHaveLength(2);
  });

  test('FACT-05 FACT-06 one that is not in order adds nothing, and says what is wrong', async () => {
    const long = await api.add(person, `Good\n${'x'.repeat(501)}\n${'y'.repeat(502)}`);
    expect(long).toMatchObject({
      status: 400,
      body: {
        code: 'SHEET_INVALID',
        message: 'Line 2 has 501 characters; a fact has at most 500. And 1 more.',
        data: {
          faults: [
            { line: 2, message: 'Line 2 has 501 characters; a fact has at most 500.' },
            { line: 3, message: 'Line 3 has 502 characters; a fact has at most 500.' },
          ],
        },
      },
    });
    expect(await api.add(person, ' \n - \n')).toMatchObject({
      status: 400,
      body: { code: 'SHEET_INVALID', message: 'Write at least one fact.' },
    });
    expect(await api.add(person, 'fact\n'.repeat(12_001))).toMatchObject({
      status: 400,
      body: { message: 'A sheet has at most 60,000 characters. Add it in parts.' },
    });
    expect(await factsOf()).toEqual([]);
  });

  test('FACT-06 an account has 100 facts at most, also when two sheets come at once', async () => {
    const sheet = (from: number, count: number) =>
      Array.from({ length: count }, (_, n) => `Fact number ${from + n}`).join('\n');
    await api.add(person, sheet(0, 60));
    const both = await Promise.all([api.add(person, sheet(100, 30)), api.add(person, sheet(200, 30))]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await api.add(person, sheet(300, 11))).toMatchObject({
      status: 409,
      body: {
        code: 'FACT_LIMIT_REACHED',
        message: 'An account has at most 100 facts. There is room for 10 more.',
        data: { room: 10 },
      },
    });
    // What is there already takes no place.
    expect((await api.add(person, `${sheet(0, 5)}\n${sheet(300, 10)}`)).body.known).toBe(5);
    expect((await api.add(person, 'One more')).body).toMatchObject({
      message: 'An account has at most 100 facts. Delete some first.',
      data: { room: 0 },
    });
    expect(await factsOf()).toHaveLength(100);
  });

  test('FACT-07 a fact is changed and deleted', async () => {
    const [fact, other] = (await api.add(person, 'Pro costs $19 a month\nWe have 3 shops')).body.facts;
    const { createdAt } = fact ?? {};
    app.clock.advance(60_000);
    const updatedAt = app.clock.now().toISOString();
    const edited = await api.act(person, 'PATCH', `${fact?.id}`, { kind: 'price', text: ' Pro costs $20 ' });
    expect([edited.status, edited.body]).toEqual([
      200,
      { fact: { id: fact?.id, kind: 'price', text: 'Pro costs $20', createdAt, updatedAt } },
    ]);
    for (const body of [{}, { text: '' }, { text: 'a\nb' }, { text: 'x'.repeat(501) }, { kind: 'rumour' }])
      expect((await api.act(person, 'PATCH', `${fact?.id}`, body)).status, JSON.stringify(body)).toBe(400);
    // The half that is not sent stays.
    await api.act(person, 'PATCH', `${fact?.id}`, { kind: 'story' });
    await api.act(person, 'PATCH', `${fact?.id}`, { text: 'Pro costs $21' });
    expect(await factsOf()).toEqual([
      { id: fact?.id, kind: 'story', text: 'Pro costs $21', createdAt, updatedAt },
      other,
    ]);
    const gone = await api.act(person, 'DELETE', `${fact?.id}`);
    expect([gone.status, gone.body]).toEqual([200, { message: 'Fact deleted.' }]);
    expect((await api.act(person, 'DELETE', `${fact?.id}`)).body).toMatchObject({
      code: 'FACT_NOT_FOUND',
      message: 'This fact no longer exists.',
    });
    expect(await factsOf()).toEqual([other]);
    const entry = { type: 'fact', id: fact?.id, details: {} };
    const change = { action: 'facts.edited', ...entry };
    expect((await auditOf(person.id)).slice(1)).toEqual([
      change,
      change,
      change,
      { action: 'facts.deleted', ...entry },
    ]);
  });

  test('FACT-07 nobody sees or changes another’s: each is not found', async () => {
    const [fact] = (await api.add(person, 'Pro costs $19 a month')).body.facts;
    const stranger = await buildUser(app);
    await connectX(app, stranger);
    expect(await factsOf(stranger)).toEqual([]);
    const ofPerson = `?twitterAccountId=${accountId}`;
    expect((await api.list(stranger, ofPerson)).body).toMatchObject({ code: 'X_ACCOUNT_NOT_FOUND' });
    const added = await api.add(stranger, 'Not mine', { twitterAccountId: accountId });
    expect(added).toMatchObject({ status: 404, body: { code: 'X_ACCOUNT_NOT_FOUND' } });
    for (const method of ['PATCH', 'DELETE'] as const) {
      const body = method === 'PATCH' ? { text: 'Mine now' } : undefined;
      const answer = await api.act(stranger, method, `${fact?.id}`, body);
      expect(answer).toMatchObject({ status: 404, body: { code: 'FACT_NOT_FOUND' } });
    }
    expect(await factsOf()).toMatchObject([{ text: 'Pro costs $19 a month' }]);
    const alone = await buildUser(app);
    expect((await api.list(alone)).body).toMatchObject({ code: 'X_NOT_CONNECTED' });
  });
});

describe('the facts of an account end', () => {
  const rowsOf = async (userId: number) => {
    const { rows } = await app.platform.db.execute(sql`select
      (select count(*)::int from facts where user_id = ${userId}) as facts,
      (select count(*)::int from fact_feeds where user_id = ${userId}) as feeds,
      (select count(*)::int from feed_entries e join fact_feeds f on f.id = e.feed_id where f.user_id = ${userId}) as entries`);
    return rows[0];
  };
  let other: BuiltUser;
  beforeAll(async () => {
    other = await buildUser(app);
    await connectX(app, other);
    await api.add(other, 'Pro costs $19 a month');
    expect((await api.createFeed(other, `${app.sandboxUrl}/news/Chess`)).status).toBe(200);
  });
  beforeEach(async () => {
    await api.add(person, 'Pro costs $19 a month');
    expect((await api.createFeed(person, `${app.sandboxUrl}/news/facts`)).status).toBe(200);
    expect(await rowsOf(person.id)).toEqual({ facts: 1, feeds: 1, entries: 4 });
  });

  test('FACT-15 when it is removed; one that is only disconnected has them again as it comes back', async () => {
    const before = await factsOf();
    const [account] = await listAccounts(app.platform.db, person.id);
    await call(app, 'POST', '/api/oauth/x/disconnect', { token: person.token, body: {} });
    expect((await api.act(person, 'DELETE', `${before[0]?.id}`)).body).toMatchObject({
      code: 'FACT_NOT_FOUND',
    });
    app.clock.advance(25 * 3_600_000);
    await connectX(app, person, account?.username);
    expect(await factsOf()).toEqual(before);
    await subscribe(app, person, { plan: 'pro_plus' });
    const second = await connectX(app, person);
    await api.add(person, 'The second account has its own', { twitterAccountId: second.id });
    const feed = { url: `${app.sandboxUrl}/news/facts`, twitterAccountId: String(second.id) };
    expect((await api.act(person, 'POST', 'feeds', feed)).status).toBe(200);
    await call(app, 'DELETE', `/api/twitter/accounts/${accountId}`, { token: person.token });
    expect(await rowsOf(person.id)).toEqual({ facts: 1, feeds: 1, entries: 4 });
    const { body } = await api.list(person, `?twitterAccountId=${second.id}`);
    expect([body.facts.length, body.feeds.length]).toEqual([1, 1]);
    expect(await rowsOf(other.id)).toMatchObject({ facts: 1, feeds: 1 });
  });

  test('FACT-15 until then they are in the download of one’s own data', async () => {
    type Export = Record<'facts' | 'factFeeds' | 'postSources', unknown>;
    await subscribe(app, person, { plan: 'pro_plus' });
    const second = await connectX(app, person);
    await api.add(person, 'Of the second', { twitterAccountId: second.id });
    await api.add(person, 'We have 3 shops');
    const ofSecond = (await api.list(person, `?twitterAccountId=${second.id}`)).body.facts;
    const { body } = await call<Export>(app, 'GET', '/api/user/export', { token: person.token });
    const mine = await factsOf();
    const [feed] = (await api.list(person)).body.feeds;
    const { facts, factFeeds, postSources } = body;
    expect({ facts, factFeeds, postSources }).toEqual({
      // By account, then as they were added.
      facts: [
        ...mine.map((fact) => ({ ...fact, accountId: String(accountId) })),
        ...ofSecond.map((fact) => ({ ...fact, accountId: String(second.id) })),
      ],
      factFeeds: [
        {
          id: feed?.id,
          accountId: String(accountId),
          url: `${app.sandboxUrl}/news/facts`,
          title: 'Company news',
          createdAt: app.clock.now().toISOString(),
        },
      ],
      postSources: [],
    });
    expect(mine.map(({ text }) => text)).toEqual(['Pro costs $19 a month', 'We have 3 shops']);
  });
});
