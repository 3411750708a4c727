import { type SQL, sql } from 'drizzle-orm';
import { test } from 'vitest';
import { buildUser, connectX, subscribe } from '../../../test/factories.ts';
import { openKeptPage } from '../../../test/kept-calls.ts';

test('docs/calls/accounts-niches.md says what changes of an account’s niche answer and do', async () => {
  const page = await openKeptPage();
  const { app, ask } = page;
  const run = (statement: SQL) => page.prepare(() => app.platform.db.execute(statement));
  const ada = await buildUser(app, { email: 'ada@example.com', niche: 'Coffee', timeZone: 'Asia/Kolkata' });
  const bob = await buildUser(app, { email: 'bob@example.com', niche: 'Travel' });
  const support = await buildUser(app, { email: 'sam@staff.example', roles: ['support'] });
  const ops = await buildUser(app, { email: 'olga@staff.example', roles: ['ops'] });
  await subscribe(app, ada, { plan: 'pro' });
  const adax = await connectX(app, ada, 'adax');
  const brewx = await connectX(app, ada, 'brewx');
  const change = (niche: string, note: string, as = ada) =>
    ask('PATCH', '/api/user', { as, body: { niche }, note });
  const used = (count: number, end: string | null) =>
    run(
      sql`update x_accounts set niche_update_count = ${count}, niche_update_period_end = ${end} where id = ${adax.id}`,
    );

  page.advance(1_000);
  await change('chess', 'the first of a trial');
  await change('Chess', 'as it is');
  await change('Wine', 'the second of a trial');
  await used(5, '2020-11-20T10:00:02Z');
  await change('Music', 'none is left');
  await used(5, '2020-11-20T10:00:01Z');
  await change('Music', 'their period has just ended');
  await change('Nothing', 'that the list does not have');
  await run(sql`update x_accounts set niche = 'Books' where id = ${adax.id}`);
  await change('Music', 'of the account alone');
  await change('Books', 'without an account', bob);
  const bobx = await page.prepare(() => connectX(app, bob, 'bobx'));
  await run(sql`update x_accounts set connected_at = '2020-10-01T08:00:00Z' where id = ${bobx.id}`);
  await change('Music', 'without a plan, so in 30 days from the connection', bob);
  await change('Wine', 'none is left without a plan', bob);
  await run(sql`update subscriptions set state = 'canceled', ended_at = '2020-11-20T09:00:00Z', period_end = '2020-11-20T09:00:00Z'
    where user_id = ${ada.id}`);
  await change('Wine', 'after the plan has ended');
  await run(sql`update subscriptions set state = 'active', ended_at = null, period_end = '2020-12-20T09:00:00Z',
    trial_start = null, trial_end = null where user_id = ${ada.id}`);
  await used(0, null);
  await change('Wine', 'in a billing month');

  const reset = (
    accountId: number | string,
    note: string,
    given: { id?: number; as?: typeof ada; reason?: string } = {},
  ) =>
    ask<{ change_id: string }>(
      'POST',
      `/api/admin/users/${given.id ?? ada.id}/reset-niche-retries?twitter_account_id=${accountId}`,
      { as: given.as ?? support, note, ...(given.reason ? { body: { reason: given.reason } } : {}) },
    );
  const undo = (changeId: string, note: string) =>
    ask('POST', `/api/admin/users/${ada.id}/undo`, { as: support, body: { change_id: changeId }, note });
  await used(2, '2020-12-01T00:00:00Z');
  const { change_id } = await reset(adax.id, 'with a reason', { reason: 'A mistake of ours' });
  await reset(adax.id, 'none was used');
  await undo(change_id, 'of a reset');
  await undo(change_id, 'a second time');
  await used(3, null);
  const again = await reset(adax.id, 'without a reason');
  await used(1, '2020-12-02T00:00:00Z');
  await undo(again.change_id, 'one was used since');
  await reset(brewx.id, 'of a person’s other account');
  await reset(bobx.id, 'of somebody else’s account');
  await reset('x', 'no account');
  await reset(adax.id, 'by operations, who may not', { as: ops });
  await run(sql`update x_accounts set disconnected_at = '2020-11-20T09:00:00Z' where id = ${adax.id}`);
  await reset(adax.id, 'of a disconnected one');
  await run(sql`update users set deleted_at = '2020-11-20T09:00:00Z' where id = ${bob.id}`);
  await reset(bobx.id, 'of a person who has left', { id: bob.id });
  await page.expectKept('accounts-niches');
});
