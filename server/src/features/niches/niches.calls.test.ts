import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { type BuiltUser, buildUser, call, connectX } from '../../../test/factories.ts';
import { openKeptPage } from '../../../test/kept-calls.ts';
import { exportNicheRequests, findNichesLike } from './niches.queries.ts';

const LEFT = ['Gaming', 'Technology', 'AI & Machine Learning', 'Travel', 'Programming', 'PC Gaming'];
const MORE = ['Game Development', 'Indie Games', 'Budget Travel', 'Streaming', 'Chess', 'Fitness'];

test('docs/calls/niches.md says what the calls about niches answer and do', async () => {
  const page = await openKeptPage();
  const { app, ask } = page;
  const { db } = app.platform;
  // Fewer than an installation has, so that the page stays short.
  await db.execute(sql`delete from niches where name not in ${[...LEFT, ...MORE]}`);
  const ids = await db.execute(sql`select id, name from niches`);
  const idOf = (name: string) => Number(ids.rows.find((row) => row.name === name)?.id);
  const ada = await buildUser(app, { email: 'ada@example.com', niche: 'Chess' });
  const bob = await buildUser(app, { email: 'bob@example.com', niche: 'Travel', timeZone: 'Asia/Kolkata' });
  await connectX(app, ada, 'ada');
  await db.execute(sql`update users set niche = 'Travel' where id = ${ada.id}`);
  await db.execute(sql`update niches set is_active = false where name = 'Streaming'`);
  await db.execute(sql`update niches set selection_count = 7 where name in ('Indie Games', 'Travel')`);
  const admin = await buildUser(app, { email: 'grace@staff.example', niche: 'Travel', roles: ['admin'] });
  const support = await buildUser(app, { email: 'sam@staff.example', niche: 'Travel', roles: ['support'] });

  const search = (query: string, note: string) =>
    ask('GET', `/api/niches/search?${new URLSearchParams({ query })}`, { note });
  await search('', 'nothing typed');
  await search('gam', 'beginnings, words, parts, by popularity');
  await search('gamming', 'with a wrong letter');
  await search('MING', 'only contained');
  await search('streaming', 'that is switched off');
  await search('%', 'a sign that is no wildcard');
  await search('_', 'another one');
  await ask('GET', '/api/niches/search?query=e&limit=3', { note: 'so many' });
  await ask('GET', '/api/niches/popular');
  const limited = { key: 'niche-look-up:127.0.0.1', points: 300, expire: Date.UTC(2020, 10, 20, 10, 0, 30) };
  await page.prepare(() =>
    db.execute(
      sql`insert into rate_limits values (${limited.key}, ${limited.points}, ${limited.expire})
        on conflict (key) do update set points = excluded.points, expire = excluded.expire`,
    ),
  );
  await ask('GET', '/api/niches/popular', { note: 'more than 300 look-ups a minute' });
  await search('gam', 'more than 300 look-ups a minute');

  const request = (body: object, note: string, as: BuiltUser = ada) =>
    ask('POST', '/api/niches/request', { as, body, note });
  await request({ name: ' Beekeeping ', notes: '  Ask bees@example.com, 100% ' }, 'with notes');
  await request({ name: 'beekeeping' }, 'a second time, written otherwise');
  await request({ name: 'BEEKEEPING', notes: '' }, 'by somebody else, with empty notes', bob);
  await request({ name: 'travel' }, 'that the list has');
  await request({ name: 'STREAMING' }, 'that is switched off');
  await request({ name: ' ' }, 'without a name');
  await request({ name: 'Origami' }, 'without notes', bob);
  page.advance(1_000);
  for (const name of ['Knitting', 'C++', '日本']) await page.prepare(() => requestQuietly(name));
  await page.prepare(() =>
    db.execute(sql`update rate_limits set points = 10 where key like 'niche-request:%'`),
  );
  await request({ name: 'Kites' }, 'the eleventh of a day');

  const requests = (query: string, note: string, as = support) =>
    ask('GET', `/api/admin/niche-requests${query}`, { as, note });
  const nth = await db.execute(sql`select id, name from niche_requests`);
  const requestOf = (name: string) => nth.rows.find((row) => row.name === name)?.id;
  await page.prepare(() =>
    db.execute(sql`update niche_requests set status = 'declined' where name = 'Knitting'`),
  );
  await requests('', 'all of them');
  await requests('?limit=50&sensitive=true', 'addresses shown');
  await requests('?q=100%25', 'words of the notes, with a sign that is no wildcard');
  await requests('?q=bees%40example.com', 'the address of nobody');
  await requests('?q=BOB%40example.com', 'the address of a person');
  await requests('?q=gami%20', 'a part of the name');
  await requests('?limit=51', 'a number that is not offered');
  await ask('GET', '/api/admin/niches', { as: support, note: 'for support, who may not' });

  const decide = (verb: 'approve' | 'delete', id: unknown, note: string, body?: object) =>
    ask(
      verb === 'approve' ? 'POST' : 'DELETE',
      `/api/admin/niche-requests/${id}${verb === 'approve' ? '/approve' : ''}`,
      {
        as: support,
        note,
        ...(body ? { body } : {}),
      },
    );
  await decide('approve', requestOf('BEEKEEPING'), 'asked for by two', { reason: 'Bees' });
  await decide('approve', requestOf('BEEKEEPING'), 'a second time');
  await decide('approve', requestOf('STREAMING'), 'of a niche that is switched off');
  await decide('approve', requestOf('日本'), 'without letters for a slug');
  await decide('approve', requestOf('Knitting'), 'that was declined');
  await decide('delete', requestOf('Knitting'), 'that was declined');
  await decide('delete', requestOf('日本'), 'with a reason', { reason: 'Not a niche' });
  await decide('delete', requestOf('日本'), 'a second time');

  const create = (body: object, note: string) => ask('POST', '/api/admin/niches', { as: admin, body, note });
  await create({ name: ' Café & Women’s Köln 2 ', reason: 'Asked for' }, 'its slug is made of the name');
  await create({ name: 'Origami', slug: 'paper-folding', is_active: false }, 'with a slug, switched off');
  await create({ name: 'CHESS', slug: 'travel' }, 'both name and slug are taken, by two');
  await create({ name: 'Paper', slug: 'paper-folding' }, 'a slug that is taken');
  await create({ name: 'Paper folding', slug: '' }, 'a slug that is taken, made of the name');
  await create({ name: 'travel', slug: 'travel' }, 'name and slug are taken by one');
  await create({ name: '日本', slug: null }, 'no slug can be made');
  await create({ name: 'Paper', slug: 'No Slug' }, 'a slug with a capital and a space');
  await page.prepare(() =>
    db.execute(
      sql`insert into niches (name, slug) values ('Origami Art', 'origami-art'), ('Kites', 'kites')`,
    ),
  );
  await page.prepare(() =>
    db.execute(sql`update rate_limits set points = 0 where key like 'niche-request:%'`),
  );
  await page.prepare(() =>
    db.execute(sql`insert into niche_requests (user_id, name, created_at)
      values (${ada.id}, 'kites', '2020-11-20'), (${bob.id}, 'Kites', '2020-11-19')`),
  );
  await requests('?q=kites', 'of a niche that is there');
  const kites = await db.execute(sql`select id from niche_requests where name = 'kites'`);
  await decide('approve', kites.rows[0]?.id, 'of a niche that is there, asked for by two');
  await page.prepare(() => db.execute(sql`update niche_requests set status = 'open' where name = 'kites'`));
  await decide('approve', kites.rows[0]?.id, 'of a niche that is there, asked for by one');

  const change = (name: string, body: object, note: string) =>
    ask('PUT', `/api/admin/niches/${idOf(name)}`, { as: admin, body, note });
  await change('Fitness', { selection_count: 5, reason: 'Popular' }, 'its count');
  await change('Fitness', { is_active: false }, 'whether it is offered');
  await change('Fitness', { is_active: false, selection_count: 5 }, 'as it is already');
  await change('Fitness', { is_active: true, selection_count: 0 }, 'both');
  await change('Fitness', { selection_count: -1 }, 'below zero');
  await ask('PUT', '/api/admin/niches/999', { as: admin, body: { is_active: true }, note: 'no such niche' });
  await ask('PUT', `/api/admin/niches/${idOf('Fitness')}`, { as: admin, body: {}, note: 'nothing' });

  const remove = (id: number, note: string, body?: object) =>
    ask('DELETE', `/api/admin/niches/${id}`, { as: admin, note, ...(body ? { body } : {}) });
  await remove(idOf('Travel'), 'that people have');
  await remove(idOf('Chess'), 'that only an X account has');
  await remove(idOf('Gaming'), 'that others belong under');
  await remove(idOf('Fitness'), 'that nobody uses', { reason: 'Unused' });
  await remove(idOf('Fitness'), 'a second time');
  await ask('GET', '/api/admin/niches', { as: admin });

  const person = await buildUser(app, { email: 'eve@example.com', niche: 'Indie Games' });
  const choose = (niche: string, note: string) =>
    ask('PATCH', '/api/user', { as: person, body: { niche }, note });
  await choose('TRAVEL', 'another niche is chosen');
  await choose('Streaming', 'one that is switched off is chosen');
  await page.step('niches and requests are looked up for others', async () => {
    expect((await exportNicheRequests(db, bob.id)).map((each) => `${each.name} ${each.status}`)).toEqual([
      'C++ open',
      'Knitting declined',
      'Origami open',
      'BEEKEEPING added',
      'Kites added',
    ]);
    expect(await findNichesLike(db, 'trav', 1)).toMatchObject([{ name: 'Travel' }]);
  });
  await page.expectKept('niches');

  async function requestQuietly(name: string) {
    await call(app, 'POST', '/api/niches/request', { token: bob.token, body: { name } });
  }
});
