import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { type BuiltUser, buildUser, call, connectX } from '../../../test/factories.ts';

type Niche = { id: string; name: string; slug: string; is_active: boolean; selection_count: number };
let app: TestApp;
let admin: BuiltUser;
let support: BuiltUser;
beforeAll(async () => {
  app = await buildApp({ shared: true });
  admin = await buildUser(app, { roles: ['admin'] });
  support = await buildUser(app, { roles: ['support'] });
});
afterAll(() => app.close());

const niches = async () =>
  (await call<{ niches: Niche[] }>(app, 'GET', '/api/admin/niches', { token: admin.token })).body.niches;
const create = (body: object) =>
  call<{ niche: Niche; message: string }>(app, 'POST', '/api/admin/niches', { token: admin.token, body });
const update = (id: string, body: object) =>
  call<{ niche: Niche; message: string }>(app, 'PUT', `/api/admin/niches/${id}`, {
    token: admin.token,
    body,
  });
const remove = (id: string, body?: object) =>
  call<{ message: string }>(app, 'DELETE', `/api/admin/niches/${id}`, { token: admin.token, body });
async function made(name: string, more: object = {}): Promise<Niche> {
  const answer = await create({ name, ...more });
  expect(answer.status).toBe(200);
  return answer.body.niche;
}
async function recorded(type: string, id: string): Promise<unknown[]> {
  const { rows } = await app.platform.db.execute(sql`
    select action, actor_user_id as by, details - '{before,after,reason}'::text[] as more,
      details->'before' as before, details->'after' as after, details->>'reason' as reason
    from audit_log where target_type = ${type} and target_id = ${id} order by id`);
  return rows;
}

describe('niches', () => {
  test('ADM-NIC-03 ADM-NIC-05 staff get every niche by name, inactive ones too', async () => {
    const hidden = await made('Aardvarks', { is_active: false });
    const all = await niches();
    expect(all[0]).toEqual({ ...hidden, slug: 'aardvarks', is_active: false, selection_count: 0 });
    expect(all.length).toBeGreaterThan(180);
    const names = all.map(({ name }) => name.toLowerCase());
    expect(names.slice(0, 3)).toEqual(names.slice(0, 3).toSorted());
  });

  test('ADM-NIC-06 ADM-NIC-14 ADM-NIC-15 a niche is added with a trimmed name, and its slug comes from the name', async () => {
    const niche = await made("  Cat's Cafés & Crêpes ");
    expect(niche).toEqual({
      id: expect.stringMatching(/^\d+$/),
      name: "Cat's Cafés & Crêpes",
      slug: 'cats-cafes-and-crepes',
      is_active: true,
      selection_count: 0,
    });
    const own = await made('Own slug', { slug: 'my-slug-2', is_active: false, reason: 'Asked for' });
    expect(own).toEqual({ ...own, slug: 'my-slug-2', is_active: false, selection_count: 0 });
    expect(await recorded('niche', own.id)).toMatchObject([
      { after: { isActive: false }, reason: 'Asked for' },
    ]);
    const found = await call(app, 'GET', '/api/niches/search?query=crêpes');
    expect(found.body).toMatchObject({ results: [{ name: niche.name }] });
    expect(await recorded('niche', niche.id)).toEqual([
      {
        action: 'niches.created',
        by: admin.id,
        more: {},
        before: null,
        after: { name: niche.name, slug: niche.slug, isActive: true, selectionCount: 0 },
        reason: 'no reason given',
      },
    ]);
  });

  test('ADM-NIC-06 a name or slug that is taken, and one that is none, is refused in words', async () => {
    const before = (await niches()).length;
    expect(await create({ name: 'gaming' })).toMatchObject({
      status: 409,
      body: { code: 'NICHE_EXISTS', message: 'Gaming is already in the list.' },
    });
    expect(await create({ name: 'Games of all kinds', slug: 'gaming' })).toMatchObject({
      status: 409,
      body: { message: 'The slug gaming belongs to Gaming. Please enter another.' },
    });
    const noSlug = 'Please enter a slug: the name has no letters a to z to make one of.';
    expect((await create({ name: '猫' })).body).toMatchObject({
      code: 'VALIDATION_FAILED',
      message: noSlug,
      data: { fields: { slug: noSlug } },
    });
    for (const body of [{}, { name: ' ' }, { name: 'x'.repeat(81) }, { name: 'Fine', slug: 'Not Fine' }])
      expect((await create(body)).status).toBe(400);
    expect((await niches()).length).toBe(before);
  });

  test('ADM-NIC-07 ADM-NIC-13 selection count and activity change, the count is a whole number and never below 0', async () => {
    const niche = await made('Countable');
    const changed = await update(niche.id, { selection_count: 7, is_active: false, reason: 'Too new' });
    expect(changed.body.niche).toEqual({ ...niche, selection_count: 7, is_active: false });
    expect((await update(niche.id, { is_active: true })).body.niche.selection_count).toBe(7);
    expect((await update(niche.id, {})).body.niche).toEqual({ ...niche, selection_count: 7 });
    expect((await update(niche.id, { selection_count: -1 })).body).toMatchObject({
      code: 'VALIDATION_FAILED',
      data: { fields: { selection_count: 'A selection count is never below 0.' } },
    });
    for (const selection_count of ['7', 1.5, 1e12])
      expect((await update(niche.id, { selection_count })).status).toBe(400);
    expect((await update(niche.id, {})).body.niche.selection_count).toBe(7);
    expect((await update('999999999', { is_active: true })).body).toMatchObject({
      code: 'NOT_FOUND',
      message: 'There is no niche with this id.',
    });
    const change = { action: 'niches.updated', by: admin.id, more: { name: 'Countable' } };
    expect((await recorded('niche', niche.id))[1]).toEqual({
      ...change,
      before: { selectionCount: 0, isActive: true },
      after: { selectionCount: 7, isActive: false },
      reason: 'Too new',
    });
    // Neither change is one of another niche.
    expect((await niches()).filter(({ selection_count: count }) => count === 7)).toEqual([
      { ...niche, selection_count: 7 },
    ]);
  });

  test('ADM-NIC-08 ADM-NIC-20 a niche that nobody uses is deleted; one in use stays, with its people', async () => {
    const unused = await made('Unused');
    expect(await remove(unused.id, { reason: 'A slip' })).toMatchObject({
      status: 200,
      body: { message: 'Unused is deleted.' },
    });
    expect((await niches()).some(({ id }) => id === unused.id)).toBe(false);
    expect((await remove(unused.id)).status).toBe(404);
    expect(await recorded('niche', unused.id)).toEqual([
      expect.objectContaining({ action: 'niches.created' }),
      {
        action: 'niches.deleted',
        by: admin.id,
        more: {},
        before: { name: 'Unused', slug: 'unused', isActive: true, selectionCount: 0 },
        after: null,
        reason: 'A slip',
      },
    ]);

    const ofPerson = await made('Of a person');
    const ofAccount = await made('Of an account');
    const person = await buildUser(app, { niche: 'Of a person' });
    const account = await connectX(app, person);
    await app.platform.db.execute(
      sql`update x_accounts set niche = 'Of an account' where id = ${account.id}`,
    );
    for (const niche of [ofPerson, ofAccount])
      expect(await remove(niche.id, { reason: 'Clean up' })).toMatchObject({
        status: 409,
        body: {
          code: 'NICHE_IN_USE',
          message: `People use ${niche.name}. Deactivate it instead: they keep it, and nobody new can choose it.`,
        },
      });
    const parent = await made('A parent');
    const child = await made('A child');
    await app.platform.db.execute(sql`update niches set parent_id = ${parent.id} where id = ${child.id}`);
    expect(await remove(parent.id)).toMatchObject({
      status: 409,
      body: {
        code: 'NICHE_IN_USE',
        message: 'Other niches belong under A parent. Deactivate it instead: nobody new can choose it.',
      },
    });
    expect((await remove(child.id)).status).toBe(200);
    expect((await remove(parent.id)).status).toBe(200);

    await update(ofPerson.id, { is_active: false });
    const kept = await call<{ niche: string }>(app, 'GET', '/api/user', { token: person.token });
    expect(kept.body.niche).toBe('Of a person');
    const stored = sql`select parent_id is not null as has from niches where name = 'Mobile Gaming'`;
    expect((await app.platform.db.execute(stored)).rows).toEqual([{ has: true }]);
  });
});

describe('niche requests', () => {
  type Request = {
    id: string;
    name: string;
    notes: string | null;
    niche_exists: boolean;
    user_email: string;
    created_at: string;
  };
  const list = async (query = '') =>
    (
      await call<{ requests: Request[] }>(app, 'GET', `/api/admin/niche-requests${query}`, {
        token: support.token,
      })
    ).body.requests;
  const ask = async (user: BuiltUser, name: string, notes?: string) => {
    app.clock.advance(1000);
    const body = { name, notes };
    expect((await call(app, 'POST', '/api/niches/request', { token: user.token, body })).status).toBe(200);
    return (await list(`?q=${encodeURIComponent(name)}`))[0] as Request;
  };
  const approve = (id: string, body?: object) =>
    call<{ message: string; niche: Niche }>(app, 'POST', `/api/admin/niche-requests/${id}/approve`, {
      token: support.token,
      body,
    });

  test('ADM-NIC-04 ADM-NIC-09 a request has its fields, newest first, masked; words or an address find it', async () => {
    const person = await buildUser(app, { email: 'person@people.example' });
    const first = await ask(person, 'Bonsai', 'Mail me at person@people.example');
    await ask(await buildUser(app, { email: 'grower@people.example' }), 'Terrariums');
    expect(first).toEqual({
      id: expect.stringMatching(/^\d+$/),
      user_id: String(person.id),
      user_email: 'p***@people.example',
      name: 'Bonsai',
      notes: 'Mail me at p***@people.example',
      created_at: expect.stringMatching(/Z$/),
      niche_exists: false,
    });
    expect((await list()).map(({ name }) => name)).toEqual(['Terrariums', 'Bonsai']);
    expect((await list('?q=PERSON@people.example')).map(({ name }) => name)).toEqual(['Bonsai']);
    expect((await list('?q=Grower@people.example')).map(({ name }) => name)).toEqual(['Terrariums']);
    expect((await list('?q=mail%20me')).map(({ name }) => name)).toEqual(['Bonsai']);
    expect(await list('?q=%25')).toEqual([]);
    const [open] = await list('?q=bonsai&sensitive=true');
    expect(open).toEqual({ ...first, user_email: person.email, notes: 'Mail me at person@people.example' });
    expect(first.created_at).toBe(new Date(app.clock.now().getTime() - 1000).toISOString());
    const shown = sql`select details from audit_log where action = 'admin.sensitive_shown'`;
    expect((await app.platform.db.execute(shown)).rows).toEqual([{ details: { view: 'niche requests' } }]);
  });

  test('ADM-NIC-17 the limit is 50, 100, 200 or 500, and 200 unless given', async () => {
    const { id } = await buildUser(app);
    app.clock.advance(1000);
    await app.platform.db.execute(sql`
      insert into niche_requests (user_id, name, created_at)
      select ${id}, 'Many ' || n, ${app.clock.now()}::timestamptz from generate_series(1, 520) n`);
    for (const limit of [50, 100, 200, 500]) expect(await list(`?limit=${limit}`)).toHaveLength(limit);
    expect(await list()).toHaveLength(200);
    const refused = await call(app, 'GET', '/api/admin/niche-requests?limit=51', { token: support.token });
    expect(refused.status).toBe(400);
    await app.platform.db.execute(sql`delete from niche_requests where user_id = ${id}`);
  });

  test('ADM-NIC-10 ADM-NIC-12 approving adds the niche and closes all open requests of its name, once', async () => {
    const [one, other] = [await buildUser(app), await buildUser(app)];
    const request = await ask(one, 'Kite Making');
    const twin = await ask(other, 'kite making');
    // One that was declined before stays so.
    const { db } = app.platform;
    const declined = await ask(await buildUser(app), 'Kite making');
    await db.execute(sql`update niche_requests set status = 'declined' where id = ${declined.id}`);
    const answer = await approve(request.id, { reason: 'Many ask' });
    const { id } = answer.body.niche;
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        message: 'Kite Making is added.',
        niche: { id, name: 'Kite Making', slug: 'kite-making', is_active: true, selection_count: 0 },
      },
    ]);
    const { rows } = await db.execute(sql`
      select status from niche_requests where lower(name) = 'kite making' order by id`);
    expect(rows.map(({ status }) => status)).toEqual(['added', 'added', 'declined']);
    expect(await list('?q=kite')).toEqual([]);
    expect(await list('?q=terrariums')).toHaveLength(1);
    const exported = await call(app, 'GET', '/api/user/export', { token: other.token });
    expect(exported.body).toMatchObject({ nicheRequests: [{ name: 'kite making', status: 'added' }] });
    const closed = {
      status: 404,
      body: { code: 'NOT_FOUND', message: 'There is no open niche request with this id.' },
    };
    expect(await approve(request.id)).toMatchObject(closed);
    const path = `/api/admin/niche-requests/${request.id}`;
    expect(await call(app, 'DELETE', path, { token: support.token })).toMatchObject(closed);
    expect(await recorded('niche_request', request.id)).toEqual([
      {
        action: 'niches.request_approved',
        by: support.id,
        more: { requestIds: [Number(request.id), Number(twin.id)] },
        before: { status: 'open' },
        after: {
          status: 'added',
          nicheId: Number(id),
          name: 'Kite Making',
          isNew: true,
        },
        reason: 'Many ask',
      },
    ]);
    expect(Number(twin.id)).toBeGreaterThan(Number(request.id));
  });

  test('a request for a niche that the list has by now is said so, before and at the approval', async () => {
    const people = [await buildUser(app), await buildUser(app)];
    const [both] = [
      await ask(people[0] as BuiltUser, 'Topiary'),
      await ask(people[1] as BuiltUser, 'Topiary'),
    ];
    await made('Topiary');
    expect((await approve(both?.id ?? '')).body.message).toBe(
      'Topiary is already in the list. Its 2 requests are closed.',
    );
    const request = await ask(await buildUser(app), 'Falconry');
    const niche = await made('falconry');
    expect((await list('?q=falconry'))[0]?.niche_exists).toBe(true);
    const answer = await approve(request.id);
    expect(answer.body).toMatchObject({
      message: 'falconry is already in the list. The request is closed.',
      niche,
    });
    const off = await ask(await buildUser(app), 'Dowsing');
    await made('Dowsing', { is_active: false });
    expect(await approve(off.id)).toMatchObject({
      status: 409,
      body: {
        code: 'NICHE_EXISTS',
        message:
          'Dowsing is in the list, but switched off. Activate it under Curated Niches, or delete the request.',
      },
    });
    expect(await list('?q=dowsing')).toHaveLength(1);
  });

  test('ADM-NIC-11 ADM-NIC-12 a request is deleted, and another of the same name stays', async () => {
    const [one, other] = [await buildUser(app), await buildUser(app)];
    const request = await ask(one, 'Spam');
    await ask(other, 'Spam');
    const path = `/api/admin/niche-requests/${request.id}`;
    const body = { reason: 'No niche' };
    expect(await call(app, 'DELETE', path, { token: support.token, body })).toMatchObject({
      status: 200,
      body: { message: 'The request for Spam is deleted.' },
    });
    expect(await list('?q=spam')).toHaveLength(1);
    expect((await call(app, 'DELETE', path, { token: support.token })).status).toBe(404);
    expect(await recorded('niche_request', request.id)).toEqual([
      {
        action: 'niches.request_deleted',
        by: support.id,
        more: {},
        before: { name: 'Spam', userId: one.id },
        after: null,
        reason: 'No niche',
      },
    ]);
  });
});
