import { createSealer } from '../../server/src/platform/secrets.ts';
import type { BenchDatabase } from './postgres.ts';

export const APP_SECRET = 'a secret of the measurements, long enough';

/** X's access tokens are valid for two hours. */
export const TOKEN_SECONDS = 7_200;

/** Inserts people with one connected X account each directly into the tables, with freshly renewed tokens. */
export async function fillAccounts(database: BenchDatabase, count: number): Promise<void> {
  const sealer = createSealer(APP_SECRET);
  const token = sealer.seal('x access', 'an access token');
  await database.rows(
    `with people as (
       insert into users (email, niche, time_zone, email_consent, email_verified_at, created_at, updated_at)
       select 'bench_' || n || '@people.example', 'Gaming', 'UTC', false, now(), now(), now()
       from generate_series(1, $1::int) n returning id
     )
     insert into x_accounts (user_id, twitter_user_id, username, selected, access_token, refresh_token, token_expires_at, connected_at, updated_at)
     select id, id::text, 'bench_' || id, true, $2, $2, now() + make_interval(secs => $3), now(), now() from people`,
    [count, token, TOKEN_SECONDS],
  );
}

/** Plans posts evenly over all accounts; the n-th is due at `from` plus n times `everyMs` (may be 0). */
export async function fillPosts(
  database: BenchDatabase,
  posts: { count: number; from: Date; everyMs: number },
): Promise<void> {
  await database.rows(
    `with numbered as (
       select id as account_id, user_id, row_number() over (order by id) - 1 as place from x_accounts
     ), total as materialized (
       select count(*) as accounts from x_accounts
     )
     insert into posts (user_id, account_id, content, scheduled_at, scheduled_local, due_at, created_at, updated_at)
     select a.user_id, a.account_id, 'Post ' || n || ' of a measurement', at, to_char(at, 'YYYY-MM-DD"T"HH24:MI:SS'), at, now() - interval '1 hour', now() - interval '1 hour'
     from generate_series(0, $1::int - 1) n
     cross join total
     join numbered a on a.place = n % total.accounts
     cross join lateral (select $2::timestamptz + n * $3::float8 * interval '1 millisecond' as at) t`,
    [posts.count, posts.from, posts.everyMs],
  );
  await makeLanesTrue(database);
  await database.rows('vacuum analyze posts, lanes');
}

/** Updates the next post of every lane in one statement; code that inserts posts directly must do this. */
export async function makeLanesTrue(database: Pick<BenchDatabase, 'rows'>): Promise<void> {
  await database.rows(
    `update lanes l set next_post = n.id, next_due = n.due_at, not_before = null
     from lanes k left join lateral (
       select id, due_at from posts p
       where p.account_id = k.account_id and p.status = 'pending' and not p.is_paused and p.id is distinct from k.open_post
       order by due_at, scheduled_at, id limit 1
     ) n on true
     where l.account_id = k.account_id
       and (l.next_post, l.next_due, l.not_before) is distinct from (n.id, n.due_at, null::timestamptz)`,
  );
}
