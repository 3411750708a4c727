import { sql } from 'drizzle-orm';
import { test } from 'vitest';
import { buildUser, comeBack } from '../../../test/factories.ts';
import { openKeptPage } from '../../../test/kept-calls.ts';

type Answer = { window: { id: string } };

test('docs/calls/maintenance.md says what the calls about maintenance answer and do', async () => {
  const page = await openKeptPage();
  const { app, ask } = page;
  const ada = await buildUser(app, { email: 'ada@example.com', timeZone: 'Asia/Kolkata' });
  const staff = (role: 'admin' | 'ops' | 'support' | 'tester') =>
    buildUser(app, { email: `${role}@staff.example`, roles: [role] });
  const [admin, ops] = [await staff('admin'), await staff('ops')];
  const [support, tester] = [await staff('support'), await staff('tester')];
  const status = (note: string, as?: { token: string }) =>
    ask('GET', '/api/maintenance/status', { note, ...(as ? { as } : {}) });
  const schedule = (body: object, note: string, as = ops) =>
    ask<Answer>('POST', '/api/maintenance/schedule', { as, body, note });
  const cancel = (id: string, note: string, reason?: string) =>
    ask('POST', '/api/maintenance/cancel', { as: admin, body: { id, ...(reason ? { reason } : {}) }, note });
  /** An instant so many seconds from the page's first one. */
  const at = (seconds: number) => new Date(Date.UTC(2020, 10, 20, 10) + seconds * 1000).toISOString();
  const week = 7 * 86_400;

  await status('nothing planned');
  await ask('GET', '/api/maintenance/list', { as: ops, note: 'none yet' });
  await schedule({ startsAt: at(60), endsAt: at(60) }, 'it would end as it begins');
  await schedule({ startsAt: at(-60), endsAt: at(0) }, 'it would end now');
  await schedule({ startsAt: at(60) }, 'by support, who may not', support);
  const later = await schedule({ startsAt: at(week + 1) }, 'more than a week ahead, without an end');
  await status('the next begins in more than a week');
  page.advance(1_000);
  await status('it begins in a week');
  const held = await schedule(
    {
      startsAt: '2020-11-20T16:00:00+05:30',
      endsAt: at(3_600),
      message: ' New disks ',
      holdsPublishing: true,
      reason: 'Disks',
    },
    'in another zone, and posts wait',
    admin,
  );
  await schedule({ startsAt: at(1_800), endsAt: at(3_600), message: '' }, 'of the same start');
  await schedule({ startsAt: at(86_400), holdsPublishing: true }, 'posts wait, without an end');

  await status('before it begins, to a customer', ada);
  await ask('GET', '/api/user', { as: ada, note: 'before it begins' });
  page.advance(1_799_000);
  for (const person of [admin, tester, ops]) await page.prepare(() => comeBack(app, person));
  await status('while it is on');
  await status('to an admin', admin);
  await status('to a tester', tester);
  await status('to operations', ops);
  await ask('GET', '/api/twitter/accounts', { as: ada, note: 'during maintenance' });
  await ask('GET', '/api/twitter/accounts', { note: 'without a session' });
  await ask('GET', '/api/twitter/accounts', { as: tester, note: 'for a tester' });
  await ask('GET', '/api/public/flags', { note: 'open to everybody' });
  await ask('GET', '/api/unknown', { note: 'no such call' });
  page.advance(2_999);
  await ask('GET', '/api/niches/popular', { note: 'what is on is believed for three seconds' });
  page.advance(1);
  await ask('GET', '/api/niches/popular', { note: 'then it is asked again' });

  const row = (id: number, columns: string, values: string) =>
    app.platform.db.execute(
      sql`${sql.raw(`insert into maintenance_windows (id, ${columns}) overriding system value values (${id}, ${values})`)}`,
    );
  await page.prepare(async () => {
    await row(1, 'starts_at, ends_at', `'${at(-60)}', '${at(1_803)}'`);
    await row(2, 'starts_at, ends_at', `'${at(60)}', '${at(1_804)}'`);
    await row(3, 'starts_at, canceled_at', `'${at(-120)}', '${at(-60)}'`);
    for (let nth = 4; nth <= 8; nth += 1) await row(nth, 'starts_at', `'${at(nth * 86_400)}'`);
  });
  await status('one has just ended, another will in a second');
  await ask('GET', '/api/maintenance/list?limit=10', { as: admin, note: 'the first page' });
  await ask('GET', '/api/maintenance/list?limit=10&page=2', { as: admin, note: 'the last page' });
  await page.prepare(() => app.platform.db.execute(sql`delete from maintenance_windows where id in (7, 8)`));
  await ask('GET', '/api/maintenance/list?limit=10', { as: admin, note: 'exactly as many as a page has' });
  await ask('GET', '/api/maintenance/list?limit=11', { as: admin, note: 'a size that is not offered' });

  await ask('POST', '/api/maintenance/cancel', { as: ops, body: { id: '2' }, note: 'by operations' });
  await cancel(held.window.id, 'posts waited', 'Done early');
  await cancel(held.window.id, 'a second time');
  await cancel(later.window.id, 'one for which no posts wait');
  await cancel(String(Number(held.window.id) + 2), 'before it begins, and posts would wait');
  await cancel('999', 'no such window');
  await page.prepare(() => app.platform.db.execute(sql`delete from maintenance_windows where id < 100`));
  await status('two are cancelled, one is on');
  await page.expectKept('maintenance');
});
