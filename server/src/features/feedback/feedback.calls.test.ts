import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { buildUser, comeBack } from '../../../test/factories.ts';
import { openKeptPage } from '../../../test/kept-calls.ts';
import { queues } from '../../platform/queues.ts';
import { exportFeedback, findFeedbackOfRequest } from './feedback.queries.ts';

test('docs/calls/feedback.md says what the calls about feedback answer and do', async () => {
  const page = await openKeptPage();
  const { app, ask } = page;
  const ada = await buildUser(app, { email: 'ada@example.com', timeZone: 'Asia/Kolkata' });
  const bob = await buildUser(app, { email: 'bob@example.com' });
  const support = await buildUser(app, { email: 'sam@staff.example', roles: ['support'] });
  const ops = await buildUser(app, { email: 'olga@staff.example', roles: ['ops'] });
  const send = (body: object, note?: string, as = ada) =>
    ask('POST', '/api/feedback', { as, body: { pagePath: '/posts', ...body }, ...(note ? { note } : {}) });
  const list = (query: string, note?: string) =>
    ask('GET', `/api/admin/feedback${query}`, { as: support, ...(note ? { note } : {}) });

  await list('', 'none yet');
  await send({ message: '  100% fine_ so far \n', category: 'general', rating: 5 });
  await send({ message: 'Write to me: ada@example.com, 10.1.2.3', category: 'bug', rating: 1 });
  await send({ message: 'Please add Mastodon.', category: 'feature' }, 'without a rating');
  await send({ message: 'Nothing to say?', category: 'other', rating: null }, 'no rating');
  await send({ message: 'Four', category: 'general' }, 'too short');
  await send({ message: 'From a link', category: 'bug', pagePath: '/posts?token=1' }, 'not a path');
  await send({ message: 'The fifth of an hour.', category: 'bug', rating: 3 });
  await send({ message: 'The sixth of an hour.', category: 'bug', rating: 3 }, 'more than five an hour');
  page.advance(1_000);
  await send({ message: 'The 100 FINE posts', category: 'feature', rating: 4 }, 'of somebody else', bob);
  page.advance(3_599_000);
  await send({ message: 'An hour later.', category: 'general', rating: 2 }, 'an hour after the first');

  await page.prepare(() => comeBack(app, support));
  await page.prepare(() => comeBack(app, ops));
  await page.prepare(() =>
    app.platform.db.execute(sql`
      with ids as (select id, row_number() over (order by id) as nth from feedback)
      update feedback f set request_id = 'abcdef01-2345-6789-abcd-ef012345678' || ids.nth from ids where ids.id = f.id`),
  );
  await list('', 'all of them');
  await list('?limit=3');
  await list('?limit=3&page=2');
  await list('?limit=7', 'exactly as many as there are');
  await list('?limit=2&sensitive=true', 'addresses shown');
  await list('?q=fine', 'a word in any case');
  await list('?q=00%25', 'a sign that is no wildcard');
  await list('?q=e_%20so', 'another one');
  await list('?q=BOB@example.com', 'the address of a person');
  await list('?q=ada@example.co', 'an address that is nobody’s');
  await list('?q=abcdef01-2345-6789-ABCD-EF0123456782', 'the id of a request');
  await list('?q=ab', 'too short');
  await list('?category=bug');
  await list('?min_rating=4');
  await list('?max_rating=2');
  await list('?category=bug&min_rating=2&max_rating=3&q=fifth', 'all filters at once');
  await ask('GET', '/api/admin/feedback', { as: ops, note: 'for operations, who may not' });

  await page.step('feedback is looked up for the download of one’s data, and for staff', async () => {
    const sent = await exportFeedback(app.platform.db, bob.id);
    expect(sent).toEqual([
      {
        message: 'The 100 FINE posts',
        category: 'feature',
        rating: 4,
        pagePath: '/posts',
        createdAt: '2020-11-20T10:00:01.000Z',
      },
    ]);
    const request = 'abcdef01-2345-6789-abcd-ef0123456786';
    expect(await findFeedbackOfRequest(app.platform.db, request)).toMatchObject({ userId: bob.id });
  });

  const stored = (message: string, age: string) => sql`
    insert into feedback (user_id, category, message, page_path, request_id, created_at)
    values (${bob.id}, 'other', ${message}, '/', 'r', '2020-11-20T11:00:00Z'::timestamptz - ${age}::interval)`;
  await page.prepare(async () => {
    await app.platform.db.execute(stored('As old as it may be', '730 days'));
    await app.platform.db.execute(stored('A second too old', '730 days 1 second'));
    await app.platform.db.transaction((tx) => app.platform.jobs.enqueue(tx, queues.deleteOldFeedback, {}));
  });
  await page.step('the cleanup of feedback after two years', () => app.platform.jobs.drain());
  await page.expectKept('feedback');
});
