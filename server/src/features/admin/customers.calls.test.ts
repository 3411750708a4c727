import { sql } from 'drizzle-orm';
import { test } from 'vitest';
import { buildUser } from '../../../test/factories.ts';
import { KEPT_NOW, openKeptPage } from '../../../test/kept-calls.ts';

const at = (seconds: number) => new Date(Date.parse(KEPT_NOW) + seconds * 1_000).toISOString();
const pays = { has_payment_method: true, has_ever_subscribed: true };

/** A subscription on each side of each status, by the person's name. */
const PLANS: Record<string, Record<string, unknown>> = {
  trial: { state: 'trialing', trial_end: at(1), ...pays },
  trial_over: { state: 'trialing', trial_end: at(0), ...pays },
  trial_unpaid: { state: 'trialing', trial_end: at(60), collection_paused: true },
  trial_ends: { state: 'trialing', trial_end: at(60), cancel_at: at(1) },
  trial_ended: { state: 'trialing', trial_end: at(60), cancel_at: at(0) },
  active: { state: 'active', trial_end: at(60), ...pays },
  active_cardless: { state: 'active', has_ever_subscribed: true },
  active_new: { state: 'active', has_payment_method: true },
  active_uncollected: { state: 'active', collection_paused: true, ...pays },
  leaving: { state: 'active', cancel_at: at(1), ...pays },
  leaving_uncollected: { state: 'active', cancel_at: at(60), collection_paused: true, ...pays },
  left: { state: 'active', cancel_at: at(0), ...pays },
  late: { state: 'past_due', ...pays },
  late_leaving: { state: 'past_due', cancel_at: at(1), ...pays },
  late_left: { state: 'past_due', cancel_at: at(-60), ...pays },
  unpaid: { state: 'unpaid', ...pays },
  halted: { state: 'paused', ...pays },
  begun: { state: 'incomplete' },
  begun_in_vain: { state: 'incomplete_expired' },
  canceled: { state: 'canceled', ...pays },
  canceled_ahead: { state: 'canceled', cancel_at: at(60), has_ever_subscribed: true },
  without_state: {},
};

test('docs/calls/customers.md says what the lists of customers answer and do', async () => {
  const page = await openKeptPage();
  const { app, ask } = page;
  const { db } = app.platform;
  const staff = (role: 'admin' | 'support' | 'ops') =>
    buildUser(app, { email: `${role}@staff.example`, roles: [role] });
  const [support, ops] = [await staff('support'), await staff('ops')];
  const addPerson = async (email: string, columns: object = {}) => {
    const row = { email, niche: 'Gaming', time_zone: 'Asia/Kolkata', email_consent: false, ...columns };
    const made = { created_at: at(-3_600), updated_at: at(-60), posts_paused: false, roles: [], ...row };
    const { rows } = await db.execute(sql`
      insert into users (email, niche, time_zone, email_consent, created_at, updated_at, posts_paused, roles, deleted_at)
      select email, niche, time_zone, email_consent, created_at, updated_at, posts_paused, roles, deleted_at
      from jsonb_populate_record(null::users, ${JSON.stringify(made)}::jsonb) returning id`);
    return Number(rows[0]?.id);
  };
  const addPlan = async (userId: number, columns: object) => {
    const row = {
      collection_paused: false,
      has_payment_method: false,
      has_ever_subscribed: false,
      ...columns,
    };
    const made = JSON.stringify({ user_id: userId, ...row });
    await db.execute(sql`
      insert into subscriptions (user_id, state, trial_end, cancel_at, collection_paused, has_payment_method, has_ever_subscribed)
      select user_id, state, trial_end, cancel_at, collection_paused, has_payment_method, has_ever_subscribed
      from jsonb_populate_record(null::subscriptions, ${made}::jsonb)`);
  };
  const ids: Record<string, number> = {};
  await page.prepare(async () => {
    for (const [name, plan] of Object.entries(PLANS)) {
      ids[name] = await addPerson(`${name}@plans.example`, { posts_paused: name === 'leaving' });
      await addPlan(ids[name], plan);
    }
    await addPerson('free@plans.example', { created_at: at(-7_200) });
    const gone = { deleted_at: at(-60) };
    await addPlan(await addPerson('gone_active@plans.example', gone), { state: 'active', ...pays });
    await addPlan(await addPerson('gone_trial@plans.example', gone), PLANS.trial as object);
    await addPlan(await addPerson('gone_leaving@plans.example', gone), PLANS.leaving as object);
    await addPlan(await addPerson('gone_canceled@plans.example', gone), PLANS.canceled as object);
    await addPerson('gone_free@plans.example', gone);
    await buildUser(app, { email: '50%_off@odd.example', twoFactor: true });
    await addPerson('50xxoff@odd.example');
    await addPlan(await addPerson('trial@odd.example'), PLANS.trial as object);
    await addPlan(await addPerson('active@odd.example'), PLANS.active as object);
  });
  const all = '/api/admin/users/all';
  const get = (path: string, note?: string, as = support) =>
    ask('GET', path, { as, ...(note === undefined ? {} : { note }) });

  await get(all, 'everybody');
  for (const status of ['trial', 'subscribed', 'inactive', 'canceling', 'canceled'])
    await get(`${all}?status=${status}&q=plans.example`);
  await get(`${all}?status=trial`, 'whatever the address');
  await get(`${all}?status=inactive&before=${ids.begun_in_vain}`, 'behind somebody');
  await get(`${all}?status=canceled&q=plans&before=${ids.canceled}`, 'behind somebody, with words');
  await get(`${all}?status=all&q=%20PLANS.example&before=${ids.trial_over}&page=4`, 'of all, with words');
  await get(`${all}?q=50%25_off&sensitive=true`, 'of odd characters, unmasked');
  await get(`${all}?q=ab`, 'too short');
  await get(`${all}?limit=26&page=0&status=paying&before=x&sensitive=maybe`, 'each field wrong');
  await get(all, 'by ops', ops);

  await get('/api/admin/users', 'without words');
  await get('/api/admin/users?sensitive=true', 'without words, unmasked');
  await get('/api/admin/users?q=active@&sensitive=true', 'unmasked');
  await get('/api/admin/users?q=odd.example&limit=2');
  await get('/api/admin/users?q=odd.example&limit=26', 'more than a search finds');

  const last = await page.prepare(async () => {
    let id = 0;
    for (let n = 1; n <= 52; n += 1) {
      id = await addPerson(`p${n}@${n > 26 ? 'second' : 'first'}.example`);
      if (n > 26) await addPlan(id, PLANS.canceled as object);
    }
    return id;
  });
  await get(`${all}?q=first.example&limit=25`, 'one more than on a page');
  await get(`${all}?q=first.example&limit=25&page=2`, 'the last page');
  await get(`${all}?status=canceled&q=second&limit=25&page=2&before=${last - 24}`, 'behind somebody');
  await page.expectKept('customers');
});
