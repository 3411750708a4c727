import pg from 'pg';
import { hashToken, randomToken } from '../../server/src/platform/secrets.ts';
import type { BenchDatabase } from '../support/postgres.ts';

export type Sizes = Record<'users' | 'posts' | 'audit', number>;

const CHUNK = 250_000;

/** Fills what the console lists: people with accounts and subscriptions, posts, emails, feedback and the audit log. */
export async function fillConsole(
  database: BenchDatabase,
  { users, posts, audit }: Sizes,
  tell: (line: string) => void,
): Promise<void> {
  // A connection of its own: those of the product end a statement after ten seconds.
  const client = new pg.Client(database.url);
  await client.connect();
  const inChunks = async (count: number, statement: string): Promise<void> => {
    for (let from = 1; from <= count; from += CHUNK)
      await client.query(statement, [from, Math.min(count, from + CHUNK - 1)]);
  };
  try {
    for (const statement of [people, accounts, subscriptions, emails]) await inChunks(users, statement);
    await inChunks(Math.ceil(users / 10), feedback);
    tell(`${users} people`);
    await inChunks(posts, planned);
    // One customer has a very long history.
    await client.query(historyOfOne, [Math.ceil(posts / 100)]);
    tell(`${posts} posts`);
    await inChunks(audit, entries);
    tell(`${audit} entries of the audit log`);
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

/** A member of staff with every right and two-factor; their session's token. */
export async function addStaff(database: BenchDatabase): Promise<string> {
  const token = randomToken();
  await database.rows(
    `with staff as (
       insert into users (email, niche, time_zone, email_consent, email_verified_at, roles, created_at, updated_at)
       values ('staff@drumbeat.example', 'Gaming', 'UTC', false, now(), '{admin}', now(), now()) returning id
     ), proved as (
       insert into two_factor (user_id, sealed_secret, created_at, enabled_at) select id, 'x', now(), now() from staff
     )
     insert into sessions (user_id, token_hash, created_at, expires_at, last_seen_at)
     select id, $1, now(), now() + interval '12 hours', now() from staff`,
    [hashToken(token)],
  );
  return token;
}

const words = `array['gaming', 'coffee', 'travel', 'running', 'chess', 'cooking', 'law', 'music', 'space', 'wine']`;

/* Each takes the first and the last number of a chunk. People have the ids 1 to n: the tables are new. */
const people = `
  insert into users (email, niche, time_zone, email_consent, email_verified_at, created_at, updated_at)
  select (${words})[1 + n % 10] || '.' || md5(n::text) || '@' || (${words})[1 + n % 7] || '.example', 'Gaming', 'UTC', false,
    now(), now() - n * interval '20 seconds', now()
  from generate_series($1::int, $2::int) n`;

const accounts = `
  insert into x_accounts (user_id, twitter_user_id, username, selected, access_token, refresh_token, token_expires_at, connected_at, updated_at)
  select n, n::text, 'user_' || n, true, 'x', 'x', now() + interval '1 day', now(), now()
  from generate_series($1::int, $2::int) n`;

/** Six in ten have or had one: trials, payers, those who leave and those who left. */
const subscriptions = `
  insert into subscriptions (user_id, customer_id, subscription_id, state, trial_end, cancel_at, has_payment_method, has_ever_subscribed)
  select n, 'cus_' || md5(n::text), 'sub_' || md5(n::text),
    case when n % 10 < 2 then 'trialing' when n % 10 < 4 then 'active' when n % 10 = 4 then 'past_due' else 'canceled' end,
    case when n % 10 < 2 then now() + interval '3 days' end,
    case when n % 50 = 3 then now() + interval '9 days' end, n % 3 > 0, true
  from generate_series($1::int, $2::int) n where n % 10 < 6`;

const emails = `
  insert into emails (user_id, recipient, template_key, status, message_id, subject, queued_at, sent_at)
  select n, 'x@people.example', 'verify_email', 'sent', 'bench-' || n, 'Verify your email', now(), now()
  from generate_series($1::int, $2::int) n`;

const feedback = `
  insert into feedback (user_id, category, rating, message, page_path, request_id, created_at)
  select n, 'bug', 1 + n % 5, (${words})[1 + n % 10] || ' does not work, number ' || n, '/dashboard',
    gen_random_uuid(), now() - n * interval '1 minute'
  from generate_series($1::int, $2::int) n`;

const planned = `
  with owners as materialized (select count(*) as people from x_accounts)
  insert into posts (user_id, account_id, content, scheduled_at, scheduled_local, due_at, status, tweet_id, posted_at, created_at, updated_at)
  select a.user_id, a.id, 'Post ' || n || ' of a long history', at, '', at,
    case when n % 5 > 0 then 'posted' else 'pending' end::post_status,
    case when n % 5 > 0 then (1890000000000000000 + n)::text end, case when n % 5 > 0 then at end, at, at
  from generate_series($1::int, $2::int) n
  cross join owners join x_accounts a on a.id = 1 + n % people
  cross join lateral (select now() + (case when n % 5 > 0 then -1 else 1 end) * (n % 31536000) * interval '1 second' as at) t`;

const historyOfOne = `
  insert into posts (user_id, account_id, content, scheduled_at, scheduled_local, due_at, status, posted_at, created_at, updated_at)
  select 1, 1, 'Post ' || n || ' of one person', at, '', at, 'posted', at, at, at
  from generate_series(1, $1::int) n cross join lateral (select now() - n * interval '1 hour' as at) t`;

const entries = `
  insert into audit_entries (created_at, actor_user_id, action, target_type, target_id, details, request_id)
  select now() - (5000000 - n) * interval '10 seconds', 1 + n % 100000,
    (array['auth.signed_in', 'posts.paused', 'users.role_granted', 'auth.sign_in_failed'])[1 + n % 4], 'user',
    (1 + n % 100000)::text, '{"role": "ops"}', gen_random_uuid()
  from generate_series($1::int, $2::int) n`;
