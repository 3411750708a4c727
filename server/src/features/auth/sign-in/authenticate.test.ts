import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { buildUser } from '../../../../test/factories.ts';
import { buildView } from '../views/views.fixture.ts';
import { authenticate } from './authenticate.ts';
import { openSession } from './open-session.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true });
});
afterAll(() => app.close());

const ownerOf = async (token: string) => (await authenticate(app.platform, token))?.userId;

test('of calls at the same moment each gets its own caller', async () => {
  const [first, second, gone] = [await buildUser(app), await buildUser(app), await buildUser(app)];
  const [staff, viewed] = [await buildUser(app, { roles: ['support'] }), await buildUser(app)];
  await app.platform.db.execute(sql`delete from sessions where user_id = ${gone.id}`);
  const again = await openSession(app.platform.db, first.id, app.clock.now());
  const view = await buildView(app, staff, viewed);
  const tokens = [
    second.token,
    gone.token,
    first.token,
    'x'.repeat(43),
    view.token,
    again.token,
    staff.token,
  ];
  const owners = [second.id, undefined, first.id, undefined, viewed.id, first.id, staff.id];
  expect(await Promise.all(tokens.map(ownerOf))).toEqual(owners);
  expect(await Promise.all(tokens.toReversed().map(ownerOf))).toEqual(owners.toReversed());
});

test('a caller is known with address, zone, roles and proofs; of a view also who views until when', async () => {
  app.clock.set('2026-03-01T12:00:00Z');
  const staff = await buildUser(app, { roles: ['support', 'tester'] });
  const person = await buildUser(app, { timeZone: 'Asia/Kolkata', verified: false });
  const ofPerson = {
    userId: person.id,
    sessionId: expect.any(Number),
    email: person.email,
    emailVerifiedAt: null,
    twoFactor: false,
    timeZone: 'Asia/Kolkata',
    roles: [],
  };
  expect(await authenticate(app.platform, person.token)).toEqual(ofPerson);
  expect(await authenticate(app.platform, staff.token)).toMatchObject({
    userId: staff.id,
    emailVerifiedAt: app.clock.now(),
    twoFactor: true,
    roles: ['support', 'tester'],
  });
  const view = await buildView(app, staff, person);
  const viewed = await authenticate(app.platform, view.token);
  const endsAt = new Date('2026-03-01T12:30:00Z');
  expect(viewed).toEqual({ ...ofPerson, view: { staffId: staff.id, endsAt } });
});

test('a session of a deleted person opens nothing', async () => {
  const person = await buildUser(app);
  await app.platform.db.execute(sql`update users set deleted_at = now() where id = ${person.id}`);
  expect(await ownerOf(person.token)).toBeUndefined();
});
