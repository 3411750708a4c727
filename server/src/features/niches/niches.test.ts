import nicheNames from '@drumbeat/contract/niches/niche-names.json' with { type: 'json' };
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { buildUser, call } from '../../../test/factories.ts';
import { nicheRequests } from '../../platform/rate-limits.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true, env: { TRUST_PROXY: '1' } });
});
afterAll(() => app.close());

type Found = { results: { id: string; name: string; parent_id: string | null }[] };

function search(query: string, ip = '192.0.2.1') {
  return call<Found>(app, 'GET', `/api/niches/search?${query}`, { headers: { 'x-forwarded-for': ip } });
}

async function names(text: string): Promise<string[]> {
  const { body } = await search(new URLSearchParams({ query: text }).toString());
  return body.results.map((niche) => niche.name);
}

test('NICHE-11 about 190 niches stand in the database, those that the specification names among them', async () => {
  const { rows } = await app.platform.db.execute(sql`select name, slug from niches`);
  expect(rows.length).toBeGreaterThan(180);
  expect(rows.length).toBeLessThan(200);
  const known = rows.map((row) => row.name);
  const examples = [
    'Technology',
    'AI & Machine Learning',
    'Cryptocurrency',
    'Gaming',
    'Fitness',
    'Personal Finance',
    'Travel',
  ];
  expect(known).toEqual(expect.arrayContaining(examples));
  expect(rows.find((row) => row.name === 'AI & Machine Learning')?.slug).toBe('ai-and-machine-learning');
});

test('NICHE-12 the list that the browser has for when it is offline is the list of a new installation', async () => {
  const { rows } = await app.platform.db.execute(sql`select name from niches where is_active order by id`);
  expect(rows.map((row) => row.name)).toEqual(nicheNames);
});

test('NICHE-01 NICHE-03 NICHE-06 a visitor searches, and gets id, name and parent', async () => {
  const { status, body } = await search('query=gaming');
  expect(status).toBe(200);
  const gaming = body.results.find((niche) => niche.name === 'Gaming');
  expect(gaming).toEqual({ id: expect.stringMatching(/^\d+$/), name: 'Gaming', parent_id: null });
  const mobile = body.results.find((niche) => niche.name === 'Mobile Gaming');
  expect(mobile?.parent_id).toBe(gaming?.id);
});

test('what contains the text comes first, in any case; a slip of the fingers still finds', async () => {
  expect(await names('CRYPTO')).toEqual(expect.arrayContaining(['Cryptocurrency']));
  expect((await names('learn'))[0]).toBe('AI & Machine Learning');
  expect(await names('fitnes')).toContain('Fitness');
  expect((await names('photograhpy'))[0]).toBe('Photography');
  expect(await names('zzqqxx')).toEqual([]);
});

test('of the names that match alike the most chosen comes first', async () => {
  await app.platform.db.execute(sql`update niches set selection_count = 9 where name = 'Indie Games'`);
  expect((await names('game')).slice(0, 2)).toEqual(['Game Development', 'Indie Games']);
});

test('NICHE-07 NICHE-03 a search gives 20 results unless it asks for up to 50', async () => {
  expect((await search('query=')).body.results).toHaveLength(20);
  expect((await search('query=&limit=3')).body.results).toHaveLength(3);
  expect((await search('limit=50')).body.results).toHaveLength(50);
});

test('wildcards and quotes in a search stand for themselves', async () => {
  for (const text of ['%', '_', '\\', '%%%', "'; drop table niches; --"]) {
    expect(await names(text), text).toEqual([]);
  }
  expect(await names('&')).toContain('AI & Machine Learning');
  expect(await names("n's")).toEqual(["Women's Health", "Men's Health"]);
  expect((await search('query=%E0%A4%A')).status).toBe(200);
});

test('NICHE-04 NICHE-08 popular niches are at most 8, the most chosen first', async () => {
  await app.platform.db.execute(
    sql`update niches set selection_count = 99 where name = 'Beekeeping' or name = 'Chess'`,
  );
  await app.platform.db.execute(
    sql`update niches set selection_count = 100, is_active = false where name = 'Hiking'`,
  );
  const { status, body } = await call<Found>(app, 'GET', '/api/niches/popular');
  expect(status).toBe(200);
  // Those that are chosen as often come in the order of the list.
  const popular = await app.platform.db.execute(sql`
    select id, name, parent_id from niches where is_active order by selection_count desc, id limit 8`);
  expect(body.results).toEqual(
    popular.rows.map(({ id, name, parent_id: parent }) => ({
      id: String(id),
      name,
      parent_id: parent === null ? null : String(parent),
    })),
  );
  const names = body.results.map((niche) => niche.name);
  expect(names.slice(0, 2)).toEqual(['Chess', 'Indie Games']);
  expect(names).toContain('Gaming');
  expect(names).not.toContain('Hiking');
});

test('NICHE-06 an address that searches more than 300 times a minute waits; others do not', async () => {
  await app.platform.db.execute(sql`
    insert into rate_limits (key, points, expire)
    values ('niche-look-up:192.0.2.99', 300, ${Date.now() + 60_000})`);
  const headers = { 'x-forwarded-for': '192.0.2.99' };
  expect((await call(app, 'GET', '/api/niches/popular', { headers })).status).toBe(429);
  const refused = await search('query=a', '192.0.2.99');
  expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMIT_EXCEEDED' } });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await search('query=a', '192.0.2.98')).status).toBe(200);
});

function ask(token: string, body: unknown) {
  return call<{ message: string }>(app, 'POST', '/api/niches/request', { token, body });
}

test('NICHE-02 NICHE-05 NICHE-10 NICHE-21 a person asks for a niche, with or without notes; the same again is one request', async () => {
  const { id, token } = await buildUser(app);
  const at = new Date();
  app.clock.set(at);
  const answer = await ask(token, { name: ' Urban Foraging ', notes: 'What grows in parks' });
  expect([answer.status, answer.body]).toEqual([
    200,
    { message: "Thank you! We'll review “Urban Foraging” and add it if it fits." },
  ]);
  app.clock.advance(1000);
  expect((await ask(token, { name: 'urban foraging' })).status).toBe(200);
  expect((await ask(token, { name: 'Kite making', notes: ' ' })).status).toBe(200);
  // What others ask for is none of theirs, and a request of theirs as well.
  await ask((await buildUser(app)).token, { name: 'Kite making' });
  const { rows } = await app.platform.db.execute(sql`
    select name, notes, status, created_at = ${at} as is_first from niche_requests
    where user_id = ${id} order by id`);
  expect(rows).toEqual([
    { name: 'Urban Foraging', notes: 'What grows in parks', status: 'open', is_first: true },
    { name: 'Kite making', notes: null, status: 'open', is_first: false },
  ]);
  // The latest comes first in the download.
  const { body } = await call<{ nicheRequests: unknown }>(app, 'GET', '/api/user/export', { token });
  expect(body.nicheRequests).toEqual([
    { name: 'Kite making', notes: null, status: 'open', createdAt: app.clock.now().toISOString() },
    { name: 'Urban Foraging', notes: 'What grows in parks', status: 'open', createdAt: at.toISOString() },
  ]);
});

test('a request for what the list has says so; ten a day are enough', async () => {
  const { id, token } = await buildUser(app);
  expect(await ask(token, { name: 'gaming' })).toMatchObject({
    status: 400,
    body: {
      code: 'VALIDATION_FAILED',
      message: 'Gaming is already in the list. You can choose it above.',
      data: { fields: { name: 'Gaming is already in the list. You can choose it above.' } },
    },
  });
  for (let more = 0; more < 9; more += 1) await app.platform.limits.consume(nicheRequests, id);
  expect((await ask(token, { name: 'Niche' })).status).toBe(200);
  expect(await ask(token, { name: 'One more' })).toMatchObject({
    status: 429,
    body: { code: 'RATE_LIMIT_EXCEEDED' },
  });
});

test('NICHE-07 names that begin with what was typed come first, then those with such a word', async () => {
  const { body } = await search('query=co&limit=50');
  const names = body.results.map(({ name }) => name.toLowerCase());
  const rank = (name: string) => [name.startsWith('co'), name.includes(' co'), true].indexOf(true);
  const ranks = names.map(rank);
  expect(ranks).toEqual([...ranks].sort());
  expect(ranks.filter((one) => one === 0).length).toBeGreaterThan(2);
  expect(names).toContain('cloud computing');
});
