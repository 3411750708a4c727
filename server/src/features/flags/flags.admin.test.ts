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
  const flags = await list();
  expect(flags.slice(0, 3)).toEqual([
    {
      key: 'cardano_enabled',
      value: false,
      description: 'Offers Cardano on the plans page',
      version: 1,
      updated_at: expect.any(String),
    },
    {
      key: 'cardano_pricing',
      value: { currency: 'USDC', priceUsd: 5 },
      description: expect.any(String),
      version: 1,
      updated_at: expect.any(String),
    },
    {
      key: 'plans_enabled',
      value: true,
      description: expect.any(String),
      version: 1,
      updated_at: expect.any(String),
    },
  ]);
});

test('ADM-FLG-04 a saved flag holds at once, and its record says who, what was, what is and why', async () => {
  const saved = await save('cardano_enabled', {
    value: true,
    description: 'Offers USDC',
    version: 1,
    reason: 'The partner is ready.',
  });
  const flag = {
    key: 'cardano_enabled',
    value: true,
    description: 'Offers USDC',
    version: 2,
    updated_at: '2026-11-23T09:00:00.000Z',
  };
  expect([saved.status, saved.body]).toEqual([200, { flag }]);
  expect(await flagOf('cardano_enabled')).toEqual(flag);
  expect((await publicFlags()).cardano_enabled).toBe(true);
  const { rows } = await app.platform.db.execute(
    sql`select actor_user_id, target_type, details, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as at from audit_log where action = 'flags.saved' and target_id = 'cardano_enabled'`,
  );
  expect(rows).toEqual([
    {
      actor_user_id: ops.id,
      target_type: 'flag',
      at: '2026-11-23 09:00',
      details: {
        version: 2,
        before: { value: false, description: 'Offers Cardano on the plans page' },
        after: { value: true, description: 'Offers USDC' },
        reason: 'The partner is ready.',
      },
    },
  ]);
  // Without a description the former one stays.
  expect((await save('cardano_enabled', { value: false })).body.flag.description).toBe('Offers USDC');
});

test('ADM-FLG-05 a value is any JSON, and nothing means null', async () => {
  for (const value of [null, true, 0, 1.5, '', 'text', [1, [2]], { a: { b: [null] } }]) {
    expect((await save('rollout', { value })).body.flag.value).toEqual(value);
    expect((await flagOf('rollout'))?.value).toEqual(value);
  }
  expect((await save('rollout', {})).body.flag.value).toBeNull();
  expect(await flagOf('rollout')).toEqual({
    key: 'rollout',
    value: null,
    description: '',
    version: 9,
    updated_at: '2026-11-23T09:00:00.000Z',
  });
});

test.each([
  ['Upper', { value: 1 }, 'A key has up to 64'],
  ['a-b', { value: 1 }, 'A key has up to 64'],
  ['x'.repeat(65), { value: 1 }, 'A key has up to 64'],
  ['broken', { value: { text: 'half \ud800 a pair' } }, 'half of a character'],
  ['deep', { value: JSON.parse(`${'['.repeat(60)}1${']'.repeat(60)}`) }, 'nested more than 12 levels deep'],
  ['long', { value: 1, description: 'x'.repeat(501) }, 'at most 500 characters'],
  ['old', { value: 1, version: 'first' }, 'version'],
  ['why', { value: 1, reason: 'no' }, 'A reason has at least 3 characters.'],
])('a flag %s is refused, and nothing is saved', async (key, body, words) => {
  const before = await list();
  const refused = await save(key, body);
  expect(refused).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
  expect(refused.body.message).toContain(words);
  expect(await list()).toEqual(before);
});

test.each([
  ['cardano_enabled', 'yes', 'must look like false'],
  ['cardano_enabled', { on: true }, 'must look like false'],
  ['plans_enabled', 1, 'must look like true'],
  ['cardano_pricing', 5, 'must look like {"currency":"USDC","priceUsd":5}'],
  ['cardano_pricing', { currency: 'USDC' }, 'priceUsd'],
  ['cardano_pricing', { currency: 'USDC', priceUsd: 0 }, 'priceUsd'],
  ['cardano_pricing', { currency: ' ', priceUsd: 5 }, 'currency'],
])('ADM-FLG-07 what browsers read keeps its shape: %s is never %j', async (key, value, words) => {
  const before = [await flagOf(key), await publicFlags()];
  const refused = await save(key, { value });
  expect(refused).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
  expect(refused.body.data).toEqual({ fields: { value: expect.stringContaining(words) } });
  expect([await flagOf(key), await publicFlags()]).toEqual(before);
});

test('ADM-FLG-07 a public flag that is null has its default, and a flag of staff stays on the server', async () => {
  await save('cardano_pricing', { value: { currency: 'ADA', priceUsd: 7 } });
  expect((await publicFlags()).cardano_pricing).toEqual({ currency: 'ADA', priceUsd: 7 });
  await save('cardano_pricing', { value: null });
  await save('inner_switch', { value: true });
  const flags = await publicFlags();
  expect(flags.cardano_pricing).toEqual({ currency: 'USDC', priceUsd: 5 });
  expect(Object.keys(flags).sort()).toEqual(['cardano_enabled', 'cardano_pricing', 'plans_enabled']);
});

test('a flag keeps its versions, newest first, in pages, each with what it was', async () => {
  await save('kept', { value: 1, description: 'One' }, admin);
  await save('kept', { value: 2, reason: 'Two is better.' });
  await save('kept', { value: { three: 3 }, version: 2 });
  const { body } = await versions('kept', '?limit=2');
  expect(body).toEqual({
    versions: [
      {
        version: 3,
        is_published: true,
        is_withdrawal: false,
        saved_at: app.clock.now().toISOString(),
        saved_by: expect.stringMatching(/^.\*\*\*@people\.example$/),
        reason: null,
        content: { value: { three: 3 }, description: 'One' },
      },
      {
        version: 2,
        is_published: true,
        is_withdrawal: false,
        saved_at: app.clock.now().toISOString(),
        saved_by: expect.stringMatching(/^.\*\*\*@people\.example$/),
        reason: 'Two is better.',
        content: { value: 2, description: 'One' },
      },
    ],
    nextPage: 2,
  });
  expect((await versions('kept', '?limit=2&page=2')).body).toEqual({
    versions: [
      {
        version: 1,
        is_published: true,
        is_withdrawal: false,
        saved_at: app.clock.now().toISOString(),
        saved_by: 'g***@staff.example',
        reason: null,
        content: { value: 1, description: 'One' },
      },
    ],
    nextPage: null,
  });
  expect((await versions('kept', '?limit=3')).body.nextPage).toBeNull();
  // A flag of the first installation has its first version, too, and one that does not exist has none.
  expect((await versions('plans_enabled')).body.versions).toMatchObject([
    { version: 1, saved_by: null, content: { value: true } },
  ]);
  expect(await versions('nobodys')).toMatchObject({
    status: 404,
    body: { code: 'NOT_FOUND', message: "There is no flag 'nobodys'." },
  });
});

test('of two who save the same flag the second is told by whom and when, and nothing is overwritten', async () => {
  await save('shared', { value: 'first' }, admin);
  const mine = save('shared', { value: 'mine', version: 1 }, admin);
  expect((await mine).status).toBe(200);
  app.clock.advance(60_000);
  const theirs = await save('shared', { value: 'theirs', version: 1 });
  expect(theirs).toMatchObject({ status: 409, body: { code: 'STALE_VERSION' } });
  expect(theirs.body.message).toContain('g***@staff.example saved version 2 on 2026-11-23 at 09:00 UTC');
  expect(theirs.body.data).toEqual({
    version: 2,
    savedAt: '2026-11-23T09:00:00.000Z',
    savedBy: 'g***@staff.example',
  });
  expect((await flagOf('shared'))?.value).toBe('mine');
  expect((await save('shared', { value: 'both', version: 2 })).status).toBe(200);
  // What a release wrote is nobody's.
  await app.platform.db.execute(sql`
    update saved_versions set saved_at = '2026-11-01T07:05:59Z' where subject_type = 'flag' and subject_id = 'plans_enabled'`);
  const released = await save('plans_enabled', { value: false, version: 7 });
  expect(released.body).toMatchObject({
    code: 'STALE_VERSION',
    message:
      'An update of Drumbeat saved version 1 on 2026-11-01 at 07:05 UTC, after you opened this. Nothing of theirs was overwritten. Compare, then save again.',
    data: { version: 1, savedAt: '2026-11-01T07:05:59.000Z', savedBy: null },
  });
});

test('of many who save one flag at once on one version exactly one succeeds', async () => {
  await save('raced', { value: 0 });
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, value) => save('raced', { value, version: 1 })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  expect((await flagOf('raced'))?.version).toBe(2);
  expect((await versions('raced')).body.versions).toHaveLength(2);
});
