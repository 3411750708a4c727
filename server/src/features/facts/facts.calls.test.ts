import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { buildUser, connectX, subscribe } from '../../../test/factories.ts';
import { openKeptPage } from '../../../test/kept-calls.ts';

test('docs/calls/facts.md says what the calls of the facts answer and do', async () => {
  const page = await openKeptPage();
  const { app, ask } = page;
  const { db } = app.platform;
  const ada = await buildUser(app, { email: 'ada@example.com', timeZone: 'Asia/Kolkata' });
  const bob = await buildUser(app, { email: 'bob@example.com' });
  const cleo = await buildUser(app, { email: 'cleo@example.com' });
  await subscribe(app, ada);
  await subscribe(app, bob);
  await connectX(app, ada, 'ada');
  const { id } = await connectX(app, ada, 'brew');
  const ofBob = await connectX(app, bob, 'bob');
  const removed = await connectX(app, bob, 'bob_old');
  const insert = (userId: number, accountId: number, text: string) =>
    db.execute(sql`
      insert into facts (user_id, account_id, kind, text, created_at, updated_at)
      values (${userId}, ${accountId}, 'story', ${text}, '2020-11-19T09:00:00Z', '2020-11-19T09:30:00Z')`);
  await insert(bob.id, ofBob.id, 'Bob opened a shop in Oslo.');
  await insert(bob.id, removed.id, 'Bob closed a shop in Bergen.');
  await db.execute(sql`
    update x_accounts set disconnected_at = '2020-11-20T09:00:00Z' where id = ${removed.id}`);

  await ask('GET', '/api/facts', { as: ada, note: 'of the selected account, none yet' });
  await ask('GET', `/api/facts?twitterAccountId=${id}`, { as: bob, note: 'of somebody else' });
  await ask('GET', '/api/facts', { as: cleo, note: 'without an X account' });
  const sheet = 'We roast on Tuesdays.\n\n  Founded in 2019. \nWe roast on Tuesdays.';
  const body = { twitterAccountId: String(id), kind: 'product', sheet };
  await ask('POST', '/api/facts', { as: ada, body });
  await ask('POST', '/api/facts', { as: ada, body, note: 'all of them known' });
  const kinds =
    'Price: A bag costs $14.\r\n- Opinions: Light roasts age well\r2) STORY:The oven broke in May\n***\n';
  await ask('POST', '/api/facts', {
    as: ada,
    body: { kind: 'date', sheet: `${kinds}Opened on 2 June.` },
    note: 'for the selected account, of several kinds',
  });
  await ask('POST', '/api/facts', {
    as: ada,
    body: { kind: 'date', sheet: 'opened ON 2 june.\nClosed on Mondays.' },
    note: 'one known and one new',
  });
  await ask('POST', '/api/facts', {
    as: ada,
    body: { kind: 'date', sheet: ' \n- \n' },
    note: 'nothing in it',
  });
  const long = (letter: string) => letter.repeat(501);
  await ask('POST', '/api/facts', {
    as: ada,
    body: { kind: 'date', sheet: `${long('a')}\nClosed on Sundays.\n${long('b')}` },
    note: 'two lines too long',
  });
  await ask('POST', '/api/facts', { as: bob, body, note: 'of somebody else' });
  await ask('POST', '/api/facts', { as: cleo, body: { kind: 'story', sheet: 'A' }, note: 'no X account' });

  const [edited, other] = [await idOf('We roast on Tuesdays.'), await idOf('Bob opened a shop in Oslo.')];
  async function idOf(text: string): Promise<number> {
    const { rows } = await db.execute(sql`select id from facts where text = ${text}`);
    expect(rows).toHaveLength(1);
    return Number(rows[0]?.id);
  }
  page.advance(60_000);
  await ask('PATCH', `/api/facts/${edited}`, { as: ada, body: { kind: 'opinion' } });
  page.advance(1_000);
  await ask('PATCH', `/api/facts/${edited}`, { as: ada, body: { text: ' We roast on Mondays. ' } });
  await ask('PATCH', `/api/facts/${edited}`, { as: ada, body: { kind: 'date', text: 'We roast daily.' } });
  await ask('PATCH', `/api/facts/${other}`, { as: ada, body: { kind: 'date' }, note: 'of somebody else' });
  const ofRemoved = await idOf('Bob closed a shop in Bergen.');
  const note = 'of an account that is no longer connected';
  await ask('PATCH', `/api/facts/${ofRemoved}`, { as: bob, body: { kind: 'date' }, note });
  await ask('PATCH', `/api/facts/${edited}`, { as: ada, body: {}, note: 'without a change' });
  await ask('PATCH', `/api/facts/${edited}`, { as: ada, body: { text: 'One\nTwo' }, note: 'two lines' });
  await ask('DELETE', `/api/facts/${other}`, { as: ada, note: 'of somebody else' });
  await ask('DELETE', `/api/facts/${edited}`, { as: ada });
  await ask('DELETE', `/api/facts/${edited}`, { as: ada, note: 'a second time' });
  await ask('GET', `/api/facts?twitterAccountId=${id}`, { as: ada, note: 'one is left' });
  await ask('GET', '/api/facts', { as: ada, note: 'of the selected account, five' });

  // 97 facts more make 98 of the other account.
  await db.execute(sql`
    insert into facts (user_id, account_id, kind, text, created_at, updated_at)
    select ${ada.id}, ${id}, 'price', 'Batch ' || n, '2020-11-20T10:00:00Z', '2020-11-20T10:00:00Z'
    from generate_series(1, 97) n`);
  const add = (lines: string) => ({ ...body, sheet: lines });
  await ask('POST', '/api/facts', { as: ada, body: add('A\nB\nC'), note: 'one more than there is room for' });
  await ask('POST', '/api/facts', { as: ada, body: add('A\nB'), note: 'as many as there is room for' });
  await ask('POST', '/api/facts', { as: ada, body: add('C'), note: 'without room' });
  await db.execute(sql`update rate_limits set points = 120 where key = ${`facts:${ada.id}`}`);
  await ask('POST', '/api/facts', { as: ada, body: add('C'), note: 'above the limit of changes' });
  await ask('PATCH', `/api/facts/${edited}`, { as: ada, body: { kind: 'date' }, note: 'above the limit' });
  await ask('DELETE', `/api/facts/${edited}`, { as: ada, note: 'above the limit' });
  await page.expectKept('facts');
});
