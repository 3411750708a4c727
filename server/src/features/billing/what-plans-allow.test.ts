import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../test/build-app.ts';
import { type BuiltUser, buildPost, buildUser, call, connectX, subscribe } from '../../../test/factories.ts';
import { buildRow } from './billing.fixture.ts';
import { findOwnerOfStripeId, sumRevenue } from './billing.queries.ts';
import { updateSubscription } from './billing.store.ts';
import { movements } from './billing.tables.ts';
import type { Movement } from './billing.types.ts';

let app: TestApp;

let support: BuiltUser;

beforeAll(async () => {
  app = await buildApp({ shared: true });
  support = await buildUser(app, { roles: ['support'] });
});

afterAll(() => app.close());

type Person = { user: BuiltUser; accountId: number; posts: number[]; failed: number };

const DAY = 86_400_000;
const at = (days: number) => new Date(app.clock.now().getTime() + days * DAY);

/** Puts a person who is in a trial into a state. */
const STATES: Record<string, (person: Person) => Promise<unknown>> = {
  'not verified': ({ user }) =>
    app.platform.db.execute(sql`update users set email_verified_at = null where id = ${user.id}`),
  'no plan': ({ user }) =>
    app.platform.db.execute(
      sql`update subscriptions set state = null, subscription_id = null where user_id = ${user.id}`,
    ),
  'in trial': async () => undefined,
  active: (person) => change(person, sql`state = 'active', trial_end = ${at(-1)}`),
  'ends soon': (person) => change(person, sql`state = 'active', trial_end = ${at(-1)}, cancel_at = ${at(9)}`),
  'payment failed': (person) =>
    change(person, sql`state = 'past_due', trial_end = ${at(-1)}, grace_end = ${at(9)}`),
  ended: (person) => change(person, sql`state = 'canceled', trial_end = ${at(-2)}, ended_at = ${at(-1)}`),
  viewed: async (person) => {
    const path = `/api/admin/users/${person.user.id}/view-as`;
    const { body } = await call<{ token: string }>(app, 'POST', path, { token: support.token, body: {} });
    person.user = { ...person.user, token: body.token };
  },
};

const change = ({ user }: Person, set: ReturnType<typeof sql>) =>
  app.platform.db.execute(
    sql`update subscriptions set ${set}, period_end = ${at(9)} where user_id = ${user.id}`,
  );

type Answers = Partial<Record<string, string>>;

/** What a call needs, as the states in which it is refused. A view of staff may do none of them. */
const NOTHING: Answers = {};
const PLAN_NOT_ENDED: Answers = { ended: 'SUBSCRIPTION_CANCELED' };
const VERIFIED: Answers = { ...PLAN_NOT_ENDED, 'not verified': 'EMAIL_NOT_VERIFIED' };
const VERIFIED_WITH_PLAN: Answers = { ...VERIFIED, 'no plan': 'NO_SUBSCRIPTION' };

type Asked = [
  name: string,
  refusals: Answers,
  path: (person: Person) => string,
  body?: (person: Person) => object,
];

const own = (index: number) => (person: Person) => String(person.posts[index]);

const ids =
  (...indexes: number[]) =>
  (person: Person) => ({ ids: indexes.map((index) => own(index)(person)) });

const TEXT =
  'Prune the roses in March, when the first buds swell. Cut above a bud that looks outward, and feed them.';

const VOICE = {
  language: 'en',
  tone: 'dry',
  topics: [],
  avoidedTopics: [],
  bannedWords: [],
  signOff: '',
  samples: [],
};

/** In an order in which none takes from a later one what it needs. */
const CALLS: Asked[] = [
  ['POST /api/check-scheduling-eligibility', { viewed: 'yes' }, () => '', () => ({})],
  ['POST /api/posts/:id/publish-now', VERIFIED, own(3)],
  [
    'POST /api/posts/own',
    VERIFIED_WITH_PLAN,
    () => '',
    ({ accountId }) => ({
      key: randomUUID(),
      twitterAccountId: String(accountId),
      content: TEXT,
      acceptSimilar: true,
    }),
  ],
  ['PATCH /api/posts/:id', PLAN_NOT_ENDED, own(0), () => ({ content: 'Water the roses at dusk.' })],
  [
    'PUT /api/posts/:id',
    { ...PLAN_NOT_ENDED, 'no plan': 'POSTS_PER_DAY_REACHED' },
    own(0),
    () => ({ scheduledTime: at(3).toISOString() }),
  ],
  [
    'POST /api/posts/:id/duplicate',
    VERIFIED_WITH_PLAN,
    own(0),
    () => ({ key: randomUUID(), scheduledTime: at(4).toISOString() }),
  ],
  ['DELETE /api/posts/:id', PLAN_NOT_ENDED, own(1)],
  ['POST /api/posts/:id/restore', PLAN_NOT_ENDED, own(1)],
  ['POST /api/posts/:id/retry', VERIFIED, ({ failed }) => String(failed)],
  ['POST /api/posts/bulk/move', PLAN_NOT_ENDED, () => '', (person) => ({ ...ids(2)(person), days: 1 })],
  ['POST /api/posts/bulk/pause', PLAN_NOT_ENDED, () => '', (person) => ({ ...ids(2)(person), paused: true })],
  ['POST /api/posts/bulk/delete', PLAN_NOT_ENDED, () => '', ids(2)],
  ['POST /api/posts/bulk/restore', PLAN_NOT_ENDED, () => '', ids(2)],
  ['POST /api/posts/pause', PLAN_NOT_ENDED, () => '', () => ({})],
  ['POST /api/posts/unpause', PLAN_NOT_ENDED, () => '', () => ({})],
  [
    'POST /api/posts/import',
    VERIFIED_WITH_PLAN,
    () => '',
    () => ({
      key: randomUUID(),
      csv: `time,content\n${at(5).toISOString().slice(0, 10)} 09:00,Mulch.\n`,
      dryRun: false,
    }),
  ],
  ['GET /api/posts/export', NOTHING, () => ''],
  ['POST /api/posts/feed', PLAN_NOT_ENDED, () => ''],
  ['DELETE /api/posts/feed', NOTHING, () => ''],
  [
    'POST /api/posts/rewrite',
    VERIFIED_WITH_PLAN,
    () => '',
    ({ accountId }) => ({ twitterAccountId: String(accountId), text: TEXT, way: 'angle' }),
  ],
  ['POST /api/test-tweet', VERIFIED_WITH_PLAN, () => '', () => ({})],
  ['PATCH /api/user', PLAN_NOT_ENDED, () => '', () => ({ niche: 'Chess' })],
  ['PATCH /api/user/preferences', NOTHING, () => '', () => ({ timeZone: 'Europe/Paris' })],
  ['PUT /api/voice', NOTHING, () => '', () => VOICE],
  ['POST /api/facts', NOTHING, () => '', () => ({ kind: 'product', sheet: 'Roses cost $9' })],
  [
    'POST /api/posts/generate-posts',
    {
      'not verified': 'EMAIL_NOT_VERIFIED',
      'no plan': 'GENERATION_NOT_ALLOWED',
      'payment failed': 'GENERATION_NOT_ALLOWED',
      ended: 'GENERATION_NOT_ALLOWED',
    },
    () => '',
    () => ({}),
  ],
  ['DELETE /api/posts/pending-failed', PLAN_NOT_ENDED, () => '', () => ({})],
  [
    'POST /api/oauth/x/authorize',
    {
      'not verified': 'EMAIL_NOT_VERIFIED',
      'no plan': 'ACCOUNT_LIMIT_REACHED',
      ended: 'ACCOUNT_LIMIT_REACHED',
    },
    () => '',
  ],
  [
    'PUT /api/twitter/accounts/:id',
    NOTHING,
    ({ accountId }) => String(accountId),
    () => ({ selected: true }),
  ],
  ['POST /api/oauth/x/disconnect', NOTHING, () => '', () => ({})],
];

test('each call is open or refused in each state of a plan', async () => {
  const states = Object.keys(STATES);
  // Beside each other, because a retry waits a while for a worker.
  const answers = await Promise.all(Object.entries(STATES).map(([state, enter]) => answersIn(state, enter)));
  const table = CALLS.map(([name], row) => [name, ...answers.map((all) => all[row])]);
  const expected = CALLS.map(([name, refusals]) => {
    const all: Answers = { viewed: 'VIEW_ONLY', ...refusals };
    return [name, ...states.map((state) => all[state] ?? 'yes')];
  });
  expect(table).toEqual(expected);
});

async function answersIn(state: string, enter: (person: Person) => Promise<unknown>): Promise<string[]> {
  const person = await buildPerson();
  await enter(person);
  const answers: string[] = [];
  for (const asked of CALLS) answers.push(await answerTo(person, asked, state));
  return answers;
}

/** Somebody in a trial of Pro, with a post of each day, and one that failed. */
async function buildPerson(): Promise<Person> {
  const user = await buildUser(app);
  await subscribe(app, user);
  const { id: accountId } = await connectX(app, user);
  const posts: number[] = [];
  for (let day = 1; day <= 4; day += 1)
    posts.push((await buildPost(app, { user, accountId, scheduledAt: at(day + 0.1) })).id);
  const failed = await buildPost(app, { user, accountId, status: 'failed', errorCode: 'X_REFUSED' });
  return { user, accountId, posts, failed: failed.id };
}

async function answerTo(person: Person, [name, , path, body]: Asked, state: string): Promise<string> {
  const [method = '', pattern = ''] = name.split(' ');
  const { status, body: answer } = await call<{ code?: string }>(
    app,
    method as 'POST',
    pattern.replace(':id', path(person)),
    { token: person.user.token, ...(body ? { body: body(person) } : {}) },
  );
  expect(status, `${name}, ${state}`).toBeLessThan(500);
  return status < 300 ? 'yes' : (answer.code ?? String(status));
}

test('a replaced id belongs to the person who has it now, else to the last who had it', async () => {
  const { db } = app.platform;
  const [first, second] = [await buildRow(app), await buildRow(app)];
  const { customerId } = first;
  await updateSubscription(db, first.user.id, { customerId: 'cus_next' });
  expect(await findOwnerOfStripeId(db, customerId)).toEqual({ userId: first.user.id, isFormer: true });
  await updateSubscription(db, second.user.id, { customerId, subscriptionId: 'sub_next' });
  expect(await findOwnerOfStripeId(db, customerId)).toEqual({ userId: second.user.id, isFormer: false });
  await updateSubscription(db, second.user.id, { customerId: 'cus_other' });
  expect(await findOwnerOfStripeId(db, customerId)).toEqual({ userId: second.user.id, isFormer: true });
});

test('revenue is what each person paid less what went back, by currency, from the start of a span up to its end', async () => {
  const { db } = app.platform;
  const [one, two] = [(await buildUser(app)).id, (await buildUser(app)).id];
  const [from, until] = [new Date('2019-01-01T00:00:00Z'), new Date('2019-02-01T00:00:00Z')];
  const before = (instant: Date) => new Date(instant.getTime() - 1);
  const rows: [number, Movement['kind'], number, Date, string][] = [
    [one, 'charged', 1500, from, 'usd'],
    [one, 'charged', 700, before(until), 'usd'],
    [one, 'refunded', 200, from, 'usd'],
    [one, 'dispute_won', 1500, from, 'usd'],
    [one, 'charged', 900, from, 'eur'],
    [one, 'charged', 40, before(from), 'usd'],
    [one, 'charged', 80, until, 'usd'],
    [two, 'disputed', 300, from, 'usd'],
  ];
  for (const [n, [userId, kind, amount, at, currency]] of rows.entries())
    await db.insert(movements).values({ id: `move_${n}`, userId, kind, amount, at, currency });
  expect(await sumRevenue(db, [one, two], { from, until })).toEqual(
    new Map([
      [
        one,
        [
          { currency: 'eur', amount: 900 },
          { currency: 'usd', amount: 2000 },
        ],
      ],
      [two, [{ currency: 'usd', amount: -300 }]],
    ]),
  );
});
