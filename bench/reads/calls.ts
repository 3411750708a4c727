import { randomUUID } from 'node:crypto';
import { addStaff } from '../console/fill.ts';
import type { BenchDatabase } from '../support/postgres.ts';

/** A measured call, with the sessions that make it in turn. */
export type ReadCall = {
  name: string;
  method: 'GET' | 'POST';
  path: string;
  tokens: readonly string[];
  body?: string;
};

/** Several sessions, because a single one would stay in the CPU cache. */
const SESSIONS = 10;

const PASSWORD = 'Correct-horse-7-battery';

/** The calls of a customer with this many posts and of a member of staff, each with several sessions. */
export async function readCalls(url: string, database: BenchDatabase, posts: number): Promise<ReadCall[]> {
  const { tokens, id } = await signIn(url, database, posts);
  const staff: string[] = [];
  while (staff.length < SESSIONS) staff.push(await addStaff(database));
  const own = (method: ReadCall['method'], path: string) => ({
    name: `${method} ${path}`,
    method,
    path,
    tokens,
  });
  const ofStaff = (name: string, path: string) =>
    ({ name, method: 'GET', path: `/api/admin/${path}`, tokens: staff }) satisfies ReadCall;
  return [
    { ...own('GET', '/api/posts'), name: `GET /api/posts, ${posts} posts` },
    own('GET', '/api/user'),
    own('GET', '/api/subscription'),
    { ...own('POST', '/api/check-scheduling-eligibility'), body: '{}' },
    ofStaff('console: users', 'users/all'),
    ofStaff('console: audit log', 'audit'),
    ofStaff('console: posts of a customer', `users/${id}/posts`),
    ofStaff('console: sessions of a customer', `users/${id}/sessions`),
    ofStaff('console: feedback', 'feedback'),
    ofStaff('console: niches', 'niches'),
    ofStaff('console: niche requests', 'niche-requests'),
  ];
}

/** Signs a customer up and in, as the browser does, and gives them a plan, an account and posts. */
async function signIn(
  url: string,
  database: BenchDatabase,
  posts: number,
): Promise<{ tokens: string[]; id: number }> {
  const email = `${randomUUID()}@people.example`;
  await send(url, 'signup', { email, password: PASSWORD, niche: 'Gaming' });
  const [found] = await database.rows<{ id: string }>(
    'update users set email_verified_at = now() where email = $1 returning id',
    [email],
  );
  const id = Number(found?.id);
  for (const statement of givenTo(id, posts)) await database.rows(statement);
  const tokens: string[] = [];
  while (tokens.length < SESSIONS)
    tokens.push((await send(url, 'signin', { email, password: PASSWORD })).token);
  return { tokens, id };
}

function givenTo(id: number, posts: number): string[] {
  return [
    `insert into subscriptions (user_id, customer_id, subscription_id, state, price_id, product_id, period_end, has_payment_method, has_ever_subscribed, created_at)
     values (${id}, 'cus_${id}', 'sub_${id}', 'active', 'price_pro', 'prod_pro', now() + interval '20 days', true, true, now())`,
    `insert into x_accounts (user_id, twitter_user_id, username, selected, access_token, refresh_token, token_expires_at, connected_at, updated_at)
     values (${id}, 'x${id}', 'user_${id}', true, 'x', 'x', now() + interval '1 day', now(), now())`,
    // Four in ten are published, one in twenty failed, the others are planned.
    `insert into posts (user_id, account_id, content, scheduled_at, scheduled_local, due_at, status, tweet_id, posted_at, error_code, created_at, updated_at)
     select ${id}, (select id from x_accounts where user_id = ${id}), 'Post ' || n || ' of a month, about as long as people write them on X, now and then',
       at, to_char(at, 'YYYY-MM-DD"T"HH24:MI:SS'), at, state::post_status, case state when 'posted' then (1990000000000000000 + n)::text end,
       case state when 'posted' then at end, case state when 'failed' then 'X_REFUSED' end, now(), now()
     from generate_series(1, ${posts}) n
     cross join lateral (select case when n % 20 = 0 then 'failed' when n % 5 < 2 then 'posted' else 'pending' end as state) s
     cross join lateral (select date_trunc('hour', now()) + (case state when 'pending' then 1 else -1 end) * n * interval '5 hours' as at) t`,
    'analyze',
  ];
}

async function send(url: string, name: string, body: object): Promise<{ token: string }> {
  const response = await fetch(`${url}/api/auth/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`);
  return (await response.json()) as { token: string };
}
