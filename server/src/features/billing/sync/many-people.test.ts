import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { buildApp, type TestApp } from '../../../../test/build-app.ts';
import { depsOf } from '../billing.fixture.ts';
import { remindOfTrialEnd } from '../emails/remind-of-trial-end.ts';
import { endPublishing } from './end-publishing.ts';
import { reconcileWithProvider } from './reconcile-with-provider.ts';

/** One more than two batches of any job, and than two pages of the provider. */
const MANY = 201;

/** So many people whose subscriptions have these columns, as one statement. */
async function buildMany(app: TestApp, columns: Record<string, string>): Promise<void> {
  const [names, values] = [Object.keys(columns).join(', '), Object.values(columns).join(', ')];
  await app.platform.db.execute(
    sql.raw(`with people as (
      insert into users (email, niche, time_zone, email_consent, created_at, updated_at)
      select n || '@many.example', 'Gaming', 'UTC', false, now(), now() from generate_series(1, ${MANY}) n
      returning id)
    insert into subscriptions (user_id, ${names}) select id, ${values} from people`),
  );
}

async function countWhere(app: TestApp, condition: string): Promise<unknown> {
  const { rows } = await app.platform.db.execute(
    sql.raw(`select count(*)::int from subscriptions where ${condition}`),
  );
  return rows[0]?.count;
}

test('every trial that ends soon is taken up, one batch after another', async () => {
  const app = await buildApp({ now: new Date().toISOString() });
  await buildMany(app, { state: "'trialing'", trial_end: "date_trunc('second', now()) + interval '1 day'" });
  await remindOfTrialEnd(depsOf(app));
  expect(await countWhere(app, 'trial_reminded_end = trial_end')).toBe(MANY);
});

test('posts of all whose plan has ended are held, also where the first batch cannot be', async () => {
  const app = await buildApp({ now: new Date().toISOString() });
  const ended = "date_trunc('second', now()) - interval '1 hour'";
  await buildMany(app, {
    state: "'canceled'",
    publishes: 'true',
    publishes_until: ended,
    account_limit: '3',
  });
  const tried = new Set<number>();
  await endPublishing(
    depsOf(app, {
      async applySubscriptionChange(_tx, userId) {
        tried.add(userId);
        if (tried.size <= 150) throw new Error('no luck');
      },
    }),
  );
  expect(tried.size).toBe(MANY);
  expect(await countWhere(app, 'publishes')).toBe(150);
});

test('all that run here but not at the provider are read again, one batch after another', async () => {
  const app = await buildApp({ now: new Date().toISOString() });
  await buildMany(app, { state: "'active'" });
  await reconcileWithProvider(depsOf(app));
  expect(await countWhere(app, 'ticket = 1')).toBe(MANY);
});
