import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { type BuiltUser, buildUser, call } from '../../../test/factories.ts';

let app: TestApp;

let ops: BuiltUser;

let admin: BuiltUser;

beforeAll(async () => {
  app = await buildApp({ shared: true, now: '2026-11-23T09:00:00Z' });
  ops = await buildUser(app, { roles: ['ops'] });
  admin = await buildUser(app, { email: 'grace@staff.example', roles: ['admin'] });
});

afterAll(() => app.close());

type Flag = { key: string; value: unknown; description: string; version: number; updated_at: string };
type Refusal = { code: string; message: string; data: Record<string, unknown> };

const list = async () =>
  (await call<{ flags: Flag[] }>(app, 'GET', '/api/admin/flags', { token: ops.token })).body.flags;

const flagOf = async (key: string) => (await list()).find((flag) => flag.key === key);

const save = (key: string, body: object, by = ops) =>
  call<{ flag: Flag } & Refusal>(app, 'PUT', `/api/admin/flags/${key}`, { token: by.token, body });

const versions = (key: string, query = '') =>
  call<{ versions: Record<string, unknown>[]; nextPage: number | null }>(
    app,
    'GET',
    `/api/admin/flags/${key}/versions${query}`,
    { token: ops.token },
  );

const publicFlags = async () =>
  (await call<{ flags: Record<string, unknown> }>(app, 'GET', '/api/public/flags')).body.flags;

test('ADM-FLG-02 ADM-FLG-03 flags have key, value and description, by key', async () => {
  const flag = { description: expect.any(String), version: 1, updated_at: expect.any(String) };
  expect((await list()).slice(0, 3)).toEqual([
    { ...flag, key: 'cardano_enabled', value: false, description: 'Offers Cardano on the plans page' },
    { ...flag, key: 'cardano_pricing', value: { currency: 'USDC', priceUsd: 5 } },
    { ...flag, key: 'plans_enabled', value: true },
  ]);
});

test('ADM-FLG-04 a saved flag holds at once, and its record says who, what was, what is and why', async () => {
  const given = { value: true, description: 'Offers USDC' };
  const saved = await save('cardano_enabled', { ...given, version: 1, reason: 'The partner is ready.' });
  expect(saved).toMatchObject({ status: 200, body: { flag: { ...given, version: 2 } } });
  expect(await flagOf('cardano_enabled')).toEqual(saved.body.flag);
  expect((await publicFlags()).cardano_enabled).toBe(true);
  const { rows } = await app.platform.db.execute(
    sql`select actor_user_id, details from audit_log where action = 'flags.saved' and target_id = 'cardano_enabled'`,
  );
  const before = { value: false, description: 'Offers Cardano on the plans page' };
  const details = { version: 2, before, after: given, reason: 'The partner is ready.' };
  expect(rows).toEqual([{ actor_user_id: ops.id, details }]);
  // Without a description the former one stays.
  expect((await save('cardano_enabled', { value: false })).body.flag.description).toBe('Offers USDC');
});

test('ADM-FLG-05 a value is any JSON, and no value means null', async () => {
  for (const value of [null, 0, '', 'text', { a: { b: [null] } }]) {
    await save('rollout', { value });
    expect((await flagOf('rollout'))?.value).toEqual(value);
  }
  expect((await save('rollout', {})).body.flag.value).toBeNull();
});

test.each([
  ['a-b', { value: 1 }, 'A key has up to 64'],
  ['broken', { value: { text: 'half \ud800 a pair' } }, 'half of a character'],
  ['deep', { value: JSON.parse(`${'['.repeat(60)}1${']'.repeat(60)}`) }, 'nested more than 12 levels deep'],
])('a flag %s is refused', async (key, body, words) => {
  const refused = await save(key, body);
  expect(refused).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
  expect(refused.body.message).toContain(words);
  expect(await flagOf(key)).toBeUndefined();
});

test.each([
  ['cardano_enabled', 'yes', 'must look like false'],
  ['plans_enabled', 1, 'must look like true'],
  ['cardano_pricing', 5, 'must look like {"currency":"USDC","priceUsd":5}'],
  ['cardano_pricing', { currency: 'USDC', priceUsd: 0 }, 'priceUsd'],
])('ADM-FLG-07 what browsers read keeps its shape: %s is never %j', async (key, value, words) => {
  const before = await publicFlags();
  const refused = await save(key, { value });
  expect(refused).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
  expect(refused.body.data).toEqual({ fields: { value: expect.stringContaining(words) } });
  expect(await publicFlags()).toEqual(before);
});

test('a flag keeps its versions, newest first, in pages, each with what it was', async () => {
  await save('kept', { value: 1, description: 'One' }, admin);
  await save('kept', { value: 2, reason: 'Two is better.' });
  await save('kept', { value: { three: 3 }, version: 2 });
  const first = (await versions('kept', '?limit=2')).body;
  expect(first.nextPage).toBe(2);
  expect(first.versions).toMatchObject([
    { version: 3, reason: null, content: { value: { three: 3 }, description: 'One' } },
    { version: 2, reason: 'Two is better.', content: { value: 2, description: 'One' } },
  ]);
  const one = {
    version: 1,
    is_published: true,
    is_withdrawal: false,
    saved_at: app.clock.now().toISOString(),
    saved_by: 'g***@staff.example',
    reason: null,
    content: { value: 1, description: 'One' },
  };
  expect((await versions('kept', '?limit=2&page=2')).body).toEqual({ versions: [one], nextPage: null });
  // A flag of the first installation has its first version, too.
  expect((await versions('plans_enabled')).body.versions).toMatchObject([{ version: 1, saved_by: null }]);
  expect(await versions('nobodys')).toMatchObject({
    status: 404,
    body: { code: 'NOT_FOUND', message: "There is no flag 'nobodys'." },
  });
});

test('of two who save the same flag the second is refused with who saved and when', async () => {
  await save('shared', { value: 'first' }, admin);
  expect((await save('shared', { value: 'mine', version: 1 }, admin)).status).toBe(200);
  const theirs = await save('shared', { value: 'theirs', version: 1 });
  expect(theirs).toMatchObject({ status: 409, body: { code: 'STALE_VERSION' } });
  expect(theirs.body.message).toContain('g***@staff.example saved version 2 on 2026-11-23 at 09:00 UTC');
  expect(theirs.body.data).toEqual({
    version: 2,
    savedAt: '2026-11-23T09:00:00.000Z',
    savedBy: 'g***@staff.example',
  });
  expect((await flagOf('shared'))?.value).toBe('mine');
  // A version that a release wrote has no author.
  const released = await save('plans_enabled', { value: false, version: 7 });
  expect(released.body.message).toContain('An update of Drumbeat saved version 1 on ');
});

test('of six who save one version of a flag at the same moment exactly one succeeds', async () => {
  await save('raced', { value: 0 });
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, value) => save('raced', { value, version: 1 })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  expect((await flagOf('raced'))?.version).toBe(2);
  expect((await versions('raced')).body.versions).toHaveLength(2);
});

test('PROD-42 PROD-43 CRYP-10 anyone gets the public flags as staff set them, or else their defaults', async () => {
  const app = await buildApp();
  const flags = async () => (await call<{ flags: object }>(app, 'GET', '/api/public/flags')).body.flags;
  const set = (key: string, value: unknown) =>
    app.platform.db.execute(
      sql`insert into feature_flags (key, value) values (${key}, ${JSON.stringify(value)}::jsonb)
          on conflict (key) do update set value = excluded.value`,
    );
  const defaults = {
    cardano_enabled: false,
    cardano_pricing: { currency: 'USDC', priceUsd: 5 },
    plans_enabled: true,
  };
  expect(await flags()).toEqual(defaults);
  const given = {
    cardano_enabled: true,
    cardano_pricing: { currency: 'USDM', priceUsd: 7.5 },
    plans_enabled: false,
  };
  for (const [key, value] of Object.entries(given)) await set(key, value);
  await set('inner_switch', true);
  expect(await flags()).toEqual(given);

  await set('plans_enabled', 'no');
  await set('cardano_pricing', null);
  await app.platform.db.execute(sql`delete from feature_flags where key = 'cardano_enabled'`);
  expect(await flags()).toEqual(defaults);
});
