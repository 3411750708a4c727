import { createSealer, hashToken, randomToken } from '../../server/src/platform/secrets.ts';
import { APP_SECRET, makeLanesTrue } from '../support/people.ts';
import type { BenchDatabase } from '../support/postgres.ts';
import type { ChaosSandbox } from '../support/sandbox.ts';
import type { Plan, PlannedAccount } from './plan-types.ts';
import { newPromise, type Person, type Promised } from './truth.ts';

type PostToPlant = { userId: number; accountId: number; text: string; at: Date };

type Grant = { userId: string; access_token: string; refresh_token: string };

type NewPerson = { user_id: number; account_id: number; username: string };

/** Connects the plan's accounts directly, in order: table rows, and grants that the sandbox knows. */
export async function preparePeople(
  database: BenchDatabase,
  sandbox: ChaosSandbox,
  accounts: readonly PlannedAccount[],
): Promise<Person[]> {
  const usernames = accounts.map((account) => account.username);
  const { grants } = await sandbox.control<{ grants: Grant[] }>('POST', '/grant', { usernames });
  const sealer = createSealer(APP_SECRET);
  const now = Date.now();
  const lines = accounts.map(({ username, tokenSeconds }, index) => {
    const grant = grants[index] as Grant;
    const session = randomToken();
    return {
      username,
      session,
      email: `${username}@people.example`,
      hash: hashToken(session),
      x_id: grant.userId,
      access: sealer.seal('x access', grant.access_token),
      refresh: sealer.seal('x access', grant.refresh_token),
      ends: new Date(now + tokenSeconds * 1000),
    };
  });
  const rows = await database.rows<NewPerson>(
    `with given as (
       select * from jsonb_to_recordset($1::jsonb) as g(username text, email text, hash text, x_id text, access text, refresh text, ends timestamptz)
     ), people as (
       insert into users (email, niche, time_zone, email_consent, email_verified_at, created_at, updated_at)
       select email, 'Gaming', 'UTC', false, now(), now(), now() from given returning id, email
     ), opened as (
       insert into sessions (user_id, token_hash, created_at, expires_at, last_seen_at)
       select p.id, g.hash, now(), now() + interval '1 day', now() from given g join people p using (email)
     )
     insert into x_accounts (user_id, twitter_user_id, username, selected, access_token, refresh_token, token_expires_at, connected_at, updated_at)
     select p.id, g.x_id, g.username, true, g.access, g.refresh, g.ends, now(), now() from given g join people p using (email)
     returning user_id, id as account_id, username`,
    [JSON.stringify(lines)],
  );
  const byName = new Map(rows.map((row) => [row.username, row]));
  return lines.map(({ username, session }) => {
    const row = byName.get(username) as NewPerson;
    return { userId: Number(row.user_id), accountId: Number(row.account_id), username, session };
  });
}

/** Inserts the plan's posts, with times relative to `start`; returns what each one promises. */
export async function preparePosts(
  database: BenchDatabase,
  people: readonly Person[],
  { posts }: Plan,
  start: number,
): Promise<Map<number, Promised>> {
  const lines = posts.map(({ number, account, atMs, text }) => {
    const person = people[account] as Person;
    return { number, person, at: start + atMs, text };
  });
  const ids = await plantPosts(
    database,
    lines.map(({ person, at, text }) => ({
      userId: person.userId,
      accountId: person.accountId,
      text,
      at: new Date(at),
    })),
  );
  return new Map(
    lines.map((line) => [line.number, newPromise({ ...line, id: ids.get(line.text) ?? Number.NaN })]),
  );
}

/** Inserts the initial posts of a run as if people had planned them; returns the ids by text. */
async function plantPosts(
  database: BenchDatabase,
  posts: readonly PostToPlant[],
): Promise<Map<string, number>> {
  const rows = await database.rows<{ id: number; content: string }>(
    `insert into posts (user_id, account_id, content, scheduled_at, scheduled_local, due_at, created_at, updated_at)
     select "userId", "accountId", text, at, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS'), at, now(), now()
     from jsonb_to_recordset($1::jsonb) as g("userId" bigint, "accountId" bigint, text text, at timestamptz)
     returning id, content`,
    [JSON.stringify(posts)],
  );
  await makeLanesTrue(database);
  return new Map(rows.map((row) => [row.content, Number(row.id)]));
}
