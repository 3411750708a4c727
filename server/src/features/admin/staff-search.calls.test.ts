import { sql } from 'drizzle-orm';
import { test } from 'vitest';
import { buildPost, buildUser, call, connectX, subscribe } from '../../../test/factories.ts';
import { KEPT_NOW, openKeptPage } from '../../../test/kept-calls.ts';
import { recordAudit } from '../audit/record-audit.ts';

const REQUEST = '0f1e2d3c-0000-4000-8000-00000000000';
const at = (seconds: number) => new Date(Date.parse(KEPT_NOW) + seconds * 1_000);

test('docs/calls/staff-search.md says what the search of staff answers and does', async () => {
  const page = await openKeptPage();
  const { app, ask } = page;
  const { db } = app.platform;
  const admin = await buildUser(app, { email: 'ann@staff.example', roles: ['admin'] });
  const support = await buildUser(app, { email: 'sue@staff.example', roles: ['support'] });
  const ops = await buildUser(app, { email: 'otto@staff.example', roles: ['ops'] });
  const ada = await buildUser(app, { email: 'ada@gaming.example' });
  const bob = await buildUser(app, { email: 'bob@gaming.example' });
  const gone = await buildUser(app, { email: 'gone@gaming.example' });
  const made = await page.prepare(async () => {
    await subscribe(app, ada);
    await subscribe(app, bob, { trial: false });
    await subscribe(app, gone);
    await connectX(app, bob, 'bob');
    const gaming = await connectX(app, ada, 'Gaming');
    const old = await connectX(app, ada, 'ada_once');
    await call(app, 'DELETE', `/api/twitter/accounts/${old.id}`, { token: ada.token });
    await db.execute(
      sql`update subscriptions set state = 'past_due', trial_end = null where user_id = ${bob.id}`,
    );
    await db.execute(sql`update users set deleted_at = ${at(-1)} where id = ${gone.id}`);
    const post = await buildPost(app, {
      user: ada,
      accountId: gaming.id,
      status: 'posted',
      tweetId: '1890000000000000001',
      content: `Two\n\n lines ${'x'.repeat(80)}`,
    });
    await buildPost(app, {
      user: ada,
      accountId: gaming.id,
      status: 'posted',
      content: 'Of a number',
      tweetId: String(bob.id),
    });
    const { rows } = await db.execute(sql`select user_id, customer_id, subscription_id from subscriptions`);
    const idsOf = ({ id }: { id: number }) =>
      rows.find((row) => Number(row.user_id) === id) as Record<string, string>;
    await db.execute(sql`insert into webhook_events (id, type, object_id, customer_id, occurred_at, received_at)
      values ('evt_search', 'invoice.paid', 'in_search', ${idsOf(ada).customer_id}, ${at(0)}, ${at(0)}),
        ('evt_gone', 'invoice.paid', 'in_gone', ${idsOf(gone).customer_id}, ${at(0)}, ${at(0)})`);
    await db.execute(sql`insert into billing_movements (id, user_id, kind, amount, currency, at)
      values ('ch_search', ${bob.id}, 'charged', 700, 'usd', ${at(0)})`);
    await db.execute(sql`insert into former_billing_ids (user_id, customer_id, subscription_id, replaced_at)
      values (${bob.id}, 'cus_former', 'sub_former', ${at(-100)})`);
    for (const [n, action] of (['a', 'b', 'c', 'd', 'e', 'f'] as const).entries())
      await recordAudit(
        db,
        { userId: ada.id, origin: { ip: '203.0.113.9' }, requestId: `${REQUEST}a` },
        { at: at(-n), action: `search.${action}` },
      );
    const told = { message: 'It does not work', category: 'bug', pagePath: '/dashboard' };
    const { headers } = await call(app, 'POST', '/api/feedback', { token: bob.token, body: told });
    await db.execute(sql`insert into users (email, niche, time_zone, email_consent, created_at, updated_at)
      select 'n' || n || '@few.example', 'Gaming', 'UTC', false, ${at(0)}, ${at(0)} from generate_series(1, 9) n`);
    return { post, ids: idsOf(bob), feedback: String(headers['x-request-id']) };
  });
  const find = (q: string, note?: string, as = support, more = '') =>
    ask('GET', `/api/admin/search?q=${encodeURIComponent(q)}${more}`, {
      as,
      ...(note === undefined ? {} : { note }),
      isSideBySide: true,
    });
  const unmasked = '&sensitive=true';

  await find('gaming', 'words that mean several things, by an admin', admin);
  await find('gaming', 'by support');
  await find('gaming', 'by ops, unmasked', ops, unmasked);
  await find('BOB@gaming', 'a part of an address, unmasked', support, unmasked);
  await find('bob@gaming', 'a part of an address, by an admin', admin);
  await find('few.example', 'more than are shown');
  await find('ada', 'as few letters as may be');
  await find('ad', 'too few letters for words');
  await find('@gaming.ex', 'no name of X');
  await find('@gaming', 'a name of X');
  await find('https://x.com/Gaming?s=1', 'the address of a profile');
  await find('twitter.com/ada_once/', 'of an account that was disconnected');
  await find('https://mobile.twitter.com/i/web/status/1890000000000000001?s=20', 'the address of a tweet');
  await find('1890000000000000001', 'the id of a tweet');
  await find(String(made.post.id), 'the id of a post');
  await find(String(bob.id), 'the id of a person, and of a tweet');
  await find(String(gone.id), 'the id of somebody who left');
  await find('0', 'a number that is no id');
  for (const name of [
    'evt_search',
    'in_search',
    'ch_search',
    'cus_former',
    'sub_former',
    'evt_gone',
    'cus_nobody',
  ])
    await find(name, 'an id of Stripe');
  await find(made.ids.customer_id as string, 'a customer of Stripe, unmasked', support, unmasked);
  await find(made.ids.subscription_id as string, 'a subscription of Stripe');
  await find(`${REQUEST}a`.toUpperCase(), 'the id of a request, by an admin', admin);
  await find(`${REQUEST}a`, 'the id of a request, by support');
  await find(made.feedback, 'the id of a request with feedback', admin);
  await find(`${REQUEST}b`, 'the id of no request', ops);
  await find(' ', 'nothing');
  await find('x'.repeat(301), 'too much', support, '&sensitive=maybe');
  await find('gaming', 'by a customer', ada);
  await ask('GET', '/api/admin/me/roles', { as: admin });
  await ask('GET', '/api/admin/me/roles', { as: ada, note: 'by a customer' });
  await page.expectKept('staff-search');
});
