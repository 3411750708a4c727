import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { buildUser } from '../../../../test/factories.ts';
import { hashToken } from '../../../platform/secrets.ts';
import { sessions } from '../auth.tables.ts';
import { buildView } from '../views/views.fixture.ts';
import { authenticate } from './authenticate.ts';
import { openSession } from './open-session.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp({ shared: true });
});
afterAll(() => app.close());

const ownerOf = async (token: string) => (await authenticate(app.platform, token))?.userId;

test('calls at one moment are each told whose they are, whoever asks beside them', async () => {
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

test('whoever calls is known with address, zone, roles and proofs; of a view also who views until when', async () => {
  app.clock.set('2026-03-01T12:00:00Z');
  const staff = await buildUser(app, { roles: ['support', 'tester'] });
  app.clock.advance(60_000);
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
  expect(await authenticate(app.platform, staff.token)).toEqual({
    userId: staff.id,
    sessionId: expect.any(Number),
    email: staff.email,
    emailVerifiedAt: new Date('2026-03-01T12:00:00Z'),
    twoFactor: true,
    timeZone: 'UTC',
    roles: ['support', 'tester'],
  });
  const view = await buildView(app, staff, person);
  const viewed = await authenticate(app.platform, view.token);
  const endsAt = new Date('2026-03-01T12:31:00Z');
  expect(viewed).toEqual({ ...ofPerson, view: { staffId: staff.id, endsAt } });
  const [own, other] = [await authenticate(app.platform, person.token), viewed];
  expect(own?.sessionId).not.toBe(other?.sessionId);
  const rows = await app.platform.db
    .select()
    .from(sessions)
    .where(eq(sessions.id, viewed?.sessionId ?? 0));
  expect(rows).toEqual([
    {
      id: viewed?.sessionId,
      userId: person.id,
      tokenHash: hashToken(view.token),
      createdAt: app.clock.now(),
      expiresAt: endsAt,
      lastSeenAt: app.clock.now(),
      confirmedAt: null,
      device: null,
      ip: null,
      viewerSessionId: (await authenticate(app.platform, staff.token))?.sessionId,
    },
  ]);
});

test('calls at one moment share one statement; one that comes later reads anew', async () => {
  const people = await Promise.all(Array.from({ length: 3 }, () => buildUser(app)));
  const statements: string[] = [];
  const { session } = app.platform.db._;
  const db = Object.create(app.platform.db, {
    _: {
      value: {
        session: {
          prepareQuery: (...given: Parameters<typeof session.prepareQuery>) => {
            statements.push(String(given[2]));
            return session.prepareQuery(...given);
          },
        },
      },
    },
  }) as typeof app.platform.db;
  const deps = { db, clock: app.clock };
  await Promise.all(people.map(({ token }) => authenticate(deps, token)));
  expect(statements).toEqual(['authenticate']);
  await app.platform.db.execute(sql`delete from sessions where user_id = ${people[0]?.id}`);
  expect(await authenticate(deps, people[0]?.token ?? '')).toBeUndefined();
  expect(statements).toEqual(['authenticate', 'authenticate']);
});

test('a session of a person who has left opens nothing, should one ever be left behind', async () => {
  const person = await buildUser(app);
  await app.platform.db.execute(sql`update users set deleted_at = now() where id = ${person.id}`);
  expect(await ownerOf(person.token)).toBeUndefined();
});

test('a view ends with the last day of the session that it was started from', async () => {
  const [staff, viewed] = [await buildUser(app, { roles: ['support'] }), await buildUser(app)];
  const view = await buildView(app, staff, viewed);
  expect(await ownerOf(view.token)).toBe(viewed.id);
  const now = app.clock.now().toISOString();
  await app.platform.db.execute(sql`update sessions set expires_at = ${now} where user_id = ${staff.id}`);
  expect(await ownerOf(view.token)).toBeUndefined();
});
