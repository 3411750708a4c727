import { sql } from 'drizzle-orm';
import { test } from 'vitest';
import { buildPost, buildUser, connectX } from '../../test/factories.ts';
import { openKeptPage } from '../../test/kept-calls.ts';

test('docs/calls/health.md says what the calls of health answer, and what every answer carries', async () => {
  const page = await openKeptPage({ PUBLIC_URL: 'https://drumbeat.example', METRICS_TOKEN: 'token' });
  const { app, ask } = page;
  const { db } = app.platform;
  const run = (...statements: ReturnType<typeof sql>[]) =>
    page.prepare(async () => {
      for (const statement of statements) await db.execute(statement);
    });
  const eve = await buildUser(app, { email: 'eve@example.com', roles: ['ops'], timeZone: 'Asia/Kolkata' });
  const sam = await buildUser(app, { email: 'sam@example.com', roles: ['support'] });
  const ready = (note: string) => ask('GET', '/api/health/ready', { note });
  const full = (note: string) => ask('GET', '/api/health/full', { as: eve, note, isSideBySide: true });

  await ask('GET', '/api/health');
  await ready('without a worker');
  await full('without a worker');
  await ask('GET', '/api/health/full', { as: sam, note: 'by support' });
  await ask('GET', '/api/health/full', { note: 'by a stranger' });
  await run(sql`insert into workers (process, instance, started_at, alive_until)
    values ('a', gen_random_uuid(), '2020-11-20T09:00:00Z', '2020-11-20T10:00:00Z'), ('b', gen_random_uuid(), '2020-11-20T09:00:00Z', '2020-11-20T09:59:59Z')`);
  await ready('with workers that were alive until a moment ago');
  await run(sql`update workers set alive_until = '2020-11-20T10:00:01Z' where process = 'b'`);
  await ready('with a worker');
  await full('with a worker');
  await page.prepare(async () => {
    const ada = await buildUser(app, { email: 'ada@example.com' });
    const { id: accountId } = await connectX(app, ada, 'ada');
    const late = (seconds: number) => new Date(app.clock.now().getTime() - seconds * 1_000);
    await buildPost(app, { user: ada, accountId, scheduledAt: late(119) });
    await buildPost(app, { user: ada, accountId, scheduledAt: late(9_000), isPaused: true });
  });
  await ready('with a post that is 119 s late');
  page.advance(1_000);
  await run(sql`update workers set alive_until = '2020-11-21T10:00:00Z'`);
  await ready('with a post that is 120 s late');
  await run(sql`update lanes set next_due = null, next_post = null`);
  await full('where a lane disagrees with its posts');
  await run(sql`insert into publishing_stop (reason, since, try_at)
    values ('no credits', '2020-11-20T09:30:00Z', '2020-11-20T10:30:00Z')`);
  await full('while X takes nothing from us');
  await run(
    sql`insert into publishing_pauses (window_id, starts_at, ends_at) values (1, '2020-11-20T09:00:00Z', null)`,
  );
  await ready('while maintenance holds posts, too');
  await run(
    sql`delete from publishing_stop`,
    sql`delete from publishing_pauses`,
    sql`delete from posts`,
    sql`delete from schema_migrations where name = (select max(name) from schema_migrations)`,
  );
  await ready('with a migration missing');
  await ask('GET', '/api/health', { headers: { 'x-forwarded-for': '10.0.0.7' }, note: 'through a proxy' });
  await run(sql`insert into schema_migrations (name) values ('9999_one.sql')`);
  await run(sql`insert into x_credits (key, at, balance_micros, spent_micros)
    values (gen_random_uuid(), '2020-11-20T09:00:00Z', 1000, 0)`);
  await run(sql`insert into planned_costs (day, cost_micros, counted_at)
    select '2020-11-20'::date + n, 400, now() from generate_series(0, 9) n`);
  page.advance(30_000);
  await ready('behind a proxy, with credits that end');
  await full('behind a proxy, with credits that end');
  await run(
    sql`delete from workers where process = 'a'`,
    sql`alter table workers rename column alive_until to former`,
  );
  await ready('while the database does not answer');
  await run(sql`alter table workers rename column former to alive_until`);

  await ask('GET', '/metrics', { note: 'without the token' });
  await ask('GET', '/metrics', { headers: { authorization: 'Bearer tokem' }, note: 'with another token' });
  const metrics = () => app.http.inject({ url: '/metrics', headers: { authorization: 'Bearer token' } });
  const told = await page.prepare(metrics);
  await page.step(
    'What the metrics are',
    async () => told,
    (answer) => [
      answer.statusCode,
      answer.headers['content-type'],
      ...answer.body.split('\n').filter((line) => /^# (HELP|TYPE) drumbeat_/.test(line)),
    ],
  );
  const headersOf = (name: string, url: string, headers: Record<string, string> = {}) =>
    page.step(
      name,
      () => app.http.inject({ url, headers }),
      ({ statusCode, headers: { date: _date, ...own } }) => [statusCode, own],
    );
  await headersOf('The headers of an answer', '/api/health');
  await headersOf('The headers outside the calls', '/assets/none.js');
  const { headers } = await page.prepare(() => app.http.inject({ url: '/api/health' }));
  const { etag = '' } = headers as { etag?: string };
  await headersOf('The same answer again', '/api/health', { 'if-none-match': etag });
  await headersOf('An answer other than before', '/api/health', { 'if-none-match': 'W/"other.0"' });

  const json = { 'content-type': 'application/json' };
  const broken = (name: string, payload: string, sent = json) =>
    page.step(
      name,
      () => app.http.inject({ method: 'POST', url: '/api/auth/signin', headers: sent, payload }),
      (answer) => [answer.statusCode, answer.json()],
    );
  await broken('A body that is no JSON', '{"a":');
  await broken('A body of another kind', '<a/>', { 'content-type': 'application/xml' });
  await broken('A body too large', JSON.stringify({ a: 'x'.repeat(17_000) }));
  await broken('A body as large as it may be', JSON.stringify({ a: 'x'.repeat(16_384 - 8) }));
  await broken('A body with a null character', JSON.stringify({ a: '\0' }));
  await broken('A body nested too deeply', `${'['.repeat(13)}${']'.repeat(13)}`);
  await broken('A body nested as deeply as it may be', `${'['.repeat(12)}${']'.repeat(12)}`);
  await broken(
    'A body with too many fields',
    JSON.stringify(Object.fromEntries(Array.from({ length: 101 }, (_, n) => [n, n]))),
  );
  await broken('A body of nothing', '');
  await ask('GET', '/api/nothing');
  await ask('POST', '/elsewhere');
  await ask('GET', '/api/health?a=%00');
  await ask('GET', '/%zz');
  await page.expectKept('health');
});
