import type { BenchDatabase } from '../support/postgres.ts';

const CHUNK = 500_000;

const numbered = `
  with numbered as (
    select id as account_id, user_id, row_number() over (order by id) - 1 as place from x_accounts
  ), total as materialized (select count(*) as accounts from x_accounts)`;

/** Posts that are not due: planned over the year from tomorrow on, or held though their time came an hour ago. */
export async function fillBacklog(
  database: BenchDatabase,
  { ahead, held }: { ahead: number; held: number },
): Promise<void> {
  for (const [count, hold] of [
    [ahead, null],
    [held, 'paused'],
  ] as const) {
    for (let from = 0; from < count; from += CHUNK) {
      await database.rows(
        `${numbered}
         insert into posts (user_id, account_id, content, scheduled_at, scheduled_local, due_at, hold_reason, created_at, updated_at)
         select a.user_id, a.account_id, 'Post ' || n || ' of a long queue', at, to_char(at, 'YYYY-MM-DD"T"HH24:MI:SS'), at, $3, now(), now()
         from generate_series($1::int, $2::int - 1) n
         cross join total
         join numbered a on a.place = n % total.accounts
         cross join lateral (
           select case when $3::text is null then now() + interval '1 day' + (n * 3 % 31536000) * interval '1 second'
                  else now() - interval '30 minutes' end as at
         ) t`,
        [from, Math.min(count, from + CHUNK), hold],
      );
    }
  }
  await database.rows('vacuum analyze posts');
}

/** Posts that are due now, spread over the accounts. */
export async function fillDue(database: BenchDatabase, count: number): Promise<void> {
  await database.rows(
    `${numbered}
     insert into posts (user_id, account_id, content, scheduled_at, scheduled_local, due_at, created_at, updated_at)
     select a.user_id, a.account_id, 'Post ' || n || ' that is due', now(), '', now(), now(), now()
     from generate_series(0, $1::int - 1) n
     cross join total
     join numbered a on a.place = n % total.accounts`,
    [count],
  );
}
