import { sql } from 'drizzle-orm';
import { test } from 'vitest';
import type { TestApp } from '../../../test/build-app.ts';
import {
  type BuiltUser,
  buildPost,
  buildUser,
  call,
  connectX,
  PASSWORD,
  subscribe,
} from '../../../test/factories.ts';
import { openKeptPage } from '../../../test/kept-calls.ts';
import { disowns, exportsOfUser } from '../../platform/limits.ts';
import { builtCode, lastLinkToken, useUp } from '../auth/auth.fixture.ts';
import { depsOf, stripeOf } from '../billing/billing.fixture.ts';
import { bakerPosts } from '../voice/voice.fixture.ts';
import { eraseDeleted } from './erase-deleted.ts';
import type { UserDataDeps } from './user-data.deps.ts';

const DAY = 86_400_000;

/** Everything that we can keep of a person: an account, one that was disconnected, posts, sources and so on. */
async function fill(app: TestApp, user: BuiltUser, name: string): Promise<{ customer: string }> {
  const { db, clock } = app.platform;
  const ask = async (method: 'POST' | 'DELETE', path: string, body?: object) => {
    const answer = await call(app, method, path, { token: user.token, body });
    if (answer.status !== 200) throw new Error(`${path} answered ${JSON.stringify(answer.body)}`);
  };
  const { customer } = await subscribe(app, user);
  const former = await connectX(app, user, `${name}_before`);
  const account = await connectX(app, user, name);
  const twitterAccountId = String(account.id);
  await db.execute(sql`
    update x_accounts set selected = false, disconnected_at = connected_at where id = ${former.id}`);
  await db.execute(sql`update x_accounts set selected = true where id = ${account.id}`);
  const post = await buildPost(app, { user, accountId: account.id, content: `${name} bakes at nine` });
  await db.execute(sql`
    insert into post_sources (post_id, position, claim, source_id, label, url)
    values (${post.id}, 1, 'at nine', 'fact-2', ${`A fact of ${name}`}, null), (${post.id}, 0, 'bakes', 'feed-1', 'Bread', ${`https://${name}.example/1`})`);
  const posted = { status: 'posted', tweetId: `77${user.id}`, postedAt: clock.now() } as const;
  await buildPost(app, { user, accountId: account.id, content: `${name} has baked`, ...posted });
  const gone = await buildPost(app, { user, accountId: account.id, content: `${name} burnt it` });
  await ask('DELETE', `/api/posts/${gone.id}`);
  await ask('POST', '/api/facts', { twitterAccountId, kind: 'product', sheet: `${name} sells bread.` });
  await db.execute(sql`
    insert into fact_feeds (user_id, account_id, url, title, read_at, next_read_at, created_at)
    values (${user.id}, ${account.id}, ${`https://${name}.example/feed`}, 'Bread', ${clock.now()}, '2021-01-01', ${clock.now()})`);
  const posts = bakerPosts(30).map((text) => ({ text: `${name} says ${text}`, sentAt: null }));
  await ask('POST', '/api/voice/import', { twitterAccountId, source: 'pasted', posts });
  await ask('POST', '/api/posts/generate-posts', { twitterAccountId: account.id });
  await ask('POST', '/api/niches/request', { name: `Bread of ${name}`, notes: 'Rye' });
  const message = `${name} likes it very much`;
  await ask('POST', '/api/feedback', { message, category: 'other', rating: 5, pagePath: '/settings' });
  await ask('POST', '/api/posts/feed');
  await db.execute(sql`
    update generation_jobs set status = 'processing', drafts = jsonb_build_array(${`${name} rises`}::text, ${`${name} sets`}::text) where user_id = ${user.id}`);
  await db.execute(sql`
    insert into emails (user_id, recipient, template_key, subject, status, message_id, queued_at)
    select ${user.id}, ${user.email}, 'verify_email', subject, status, 'of ' || ${name} || ' ' || status, '2020-11-19T10:00:00Z'
    from (values ('Confirm your email', 'sent'), ('Confirm it again', 'failed')) v (subject, status)`);
  await db.execute(sql`
    insert into former_billing_ids (user_id, customer_id, subscription_id, replaced_at)
    values (${user.id}, ${`cus of ${name}`}, null, '2020-11-18T10:00:00Z'),
      (${user.id}, ${`cus once of ${name}`}, ${`sub once of ${name}`}, '2020-11-17T10:00:00Z')`);
  await db.execute(sql`
    insert into billing_movements (id, user_id, kind, amount, currency, at)
    select kind || ' of ' || ${name}, ${user.id}, kind, amount, 'usd', at::timestamptz
    from (values ('charged', 1900, '2020-11-18T10:00:00Z'), ('refunded', 900, '2020-11-19T10:00:00Z')) v (kind, amount, at)`);
  return { customer };
}

test('docs/calls/user-export.md says what downloading one’s own data answers and does', async () => {
  const page = await openKeptPage();
  const { app, ask } = page;
  const ada = await buildUser(app, { email: 'ada@example.com', timeZone: 'Asia/Kolkata' });
  const bob = await buildUser(app, { email: 'bob@example.com' });
  await page.prepare(async () => {
    await fill(app, ada, 'ada');
    await fill(app, bob, 'bob');
  });
  page.advance(1_000);
  await ask('GET', '/api/user/export', { as: ada, isSideBySide: true });
  const eve = await buildUser(app, { email: 'eve@example.com' });
  await page.prepare(() => useUp(app, exportsOfUser, eve.id));
  await ask('GET', '/api/user/export', {
    as: eve,
    isSideBySide: true,
    note: 'of one of whom we keep little, the last of an hour',
  });
  await ask('GET', '/api/user/export', { as: eve, note: 'too often' });
  await page.expectKept('user-export');
});

test('docs/calls/user-data.md says what deleting an account answers and does', async () => {
  const page = await openKeptPage();
  const { app, ask } = page;
  const { db } = app.platform;
  const ada = await buildUser(app, { email: 'ada@example.com', timeZone: 'Asia/Kolkata' });
  const bob = await buildUser(app, { email: 'bob@example.com' });
  const eve = await buildUser(app, { email: 'eve@example.com', roles: ['tester'] });
  const busy = await buildUser(app, { email: 'busy@example.com' });
  const [adas, bobs] = await page.prepare(
    async () => [await fill(app, ada, 'ada'), await fill(app, bob, 'bob')] as const,
  );
  /** What Stripe knows of these customers. */
  const atStripe = async () => {
    const { customers, subscriptions } = stripeOf(app);
    const told: string[] = [];
    for (const { customer } of [adas, bobs]) {
      const { data } = await subscriptions.list({ customer, status: 'all' });
      const { deleted } = await customers.retrieve(customer);
      told.push(`${deleted ? 'deleted' : 'a customer'} with ${data.map(({ status }) => status).join(', ')}`);
    }
    return told.join('; ');
  };
  await page.prepare(async () => {
    await db.execute(sql`delete from pgboss.job`);
    await call(app, 'POST', '/api/oauth/x/authorize', { token: ada.token });
    await db.execute(sql`insert into email_tokens (user_id, purpose, token_hash, created_at, expires_at)
      values (${ada.id}, 'reset_password', 'link of ada', now(), now()), (${bob.id}, 'reset_password', 'link of bob', now(), now())`);
    await db.execute(sql`update users set email_consent = true where id = ${ada.id}`);
  });
  const path = '/api/user';
  page.advance(1_000);
  await ask('DELETE', path, { as: ada, body: { password: 'Wrong-horse-7' }, note: 'with a wrong password' });
  await ask('DELETE', path, { as: ada, body: { password: PASSWORD } });
  await ask('DELETE', path, { as: ada, body: { password: PASSWORD }, note: 'a second time' });
  await page.step('the queues', async () => {
    await app.platform.jobs.drain();
    return atStripe();
  });
  await ask('DELETE', path, { as: eve, body: { password: PASSWORD }, note: 'without the code' });
  const whole = { password: PASSWORD, twoFactorCode: builtCode(app) };
  await ask('DELETE', path, { as: eve, body: whole, note: 'with the code, and little to delete' });
  await page.step('the queues, with nothing at the providers', () => app.platform.jobs.drain());
  await page.prepare(async () => {
    const { id: accountId } = await connectX(app, busy, 'busy');
    await buildPost(app, { user: busy, accountId, status: 'processing', content: 'On its way' });
    await call(app, 'DELETE', path, { token: busy.token, body: { password: PASSWORD } });
    await db.execute(sql`delete from pgboss.job`);
  });

  const deps = { ...depsOf(app), log: app.platform.log } as unknown as UserDataDeps;
  await page.prepare(() =>
    db.execute(sql`update users set deleted_at = deleted_at + interval '1 second' where id = ${busy.id}`),
  );
  page.advance(DAY);
  await page.step('those who left are erased, a day later', () => eraseDeleted(deps));
  page.advance(1_000);
  const silent = { ...deps.payments, deleteCustomer: () => Promise.reject(new Error('no answer')) };
  await page.step('those who left are erased, without an answer from the provider', () =>
    eraseDeleted({ ...deps, payments: silent }),
  );
  await page.step('those who left are erased, a second later', async () => {
    await eraseDeleted(deps);
    return atStripe();
  });
  page.advance(1_000);
  await page.step('those who left are erased, one with a post on its way', () => eraseDeleted(deps));
  await page.expectKept('user-data');
});

test('docs/calls/disown.md says what disowning an account answers and does', async () => {
  const page = await openKeptPage({ TRUST_PROXY: '1' });
  const { app, ask } = page;
  const { db } = app.platform;
  const path = '/api/user/disown';
  const headers = { 'x-forwarded-for': '2001:db8:7:1::9' };
  const signUp = (name: string) =>
    page.prepare(async () => {
      const email = `${name}@example.com`;
      const body = { email, password: PASSWORD, niche: 'Gaming' };
      const answer = await call<{ token: string; user: { id: string } }>(app, 'POST', '/api/auth/signup', {
        body,
      });
      return {
        id: Number(answer.body.user.id),
        email,
        token: answer.body.token,
        link: await lastLinkToken(app, email),
      };
    });
  const disown = ({ link }: { link: string }, note: string) =>
    ask('POST', path, { body: { token: link }, headers, note });
  const verify = (link: string) => call(app, 'POST', '/api/auth/verify-email', { body: { token: link } });
  await buildUser(app, { email: 'bob@example.com' });

  await disown({ link: 'unknown' }, 'with an unknown link');
  const ada = await signUp('ada');
  await disown(ada, 'of one who has not verified it');
  await disown(ada, 'a second time');
  const verified = await signUp('verified');
  await page.prepare(() => verify(verified.link));
  await disown(verified, 'by the link that verified it');
  const other = await signUp('other');
  await page.prepare(() =>
    db.execute(sql`update users set email_verified_at = created_at where id = ${other.id}`),
  );
  await disown(other, 'verified by another link');
  const customer = await signUp('customer');
  await page.prepare(() => verify(customer.link));
  await page.prepare(() => subscribe(app, customer));
  await disown(customer, 'of a customer');
  const connected = await signUp('connected');
  await page.prepare(() => verify(connected.link));
  await page.prepare(() => connectX(app, connected, 'connected'));
  await page.prepare(() => call(app, 'POST', '/api/oauth/x/disconnect', { token: connected.token }));
  await disown(connected, 'of one who had an X account');
  const [late, latest] = [await signUp('late'), await signUp('latest')];
  page.advance(DAY - 1_000);
  await disown(late, 'a second before the link expires');
  page.advance(1_000);
  await disown(latest, 'after the link has expired');
  await page.prepare(() => useUp(app, disowns, '2001:db8:7:1::/64'));
  await disown(latest, 'the last from a network');
  await disown(latest, 'too many from a network');
  await page.expectKept('disown');
});
