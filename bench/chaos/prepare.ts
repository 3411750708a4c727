import { createSealer, hashToken, randomToken } from '../../server/src/platform/secrets.ts';
import { APP_SECRET } from '../support/people.ts';
import type { BenchDatabase } from '../support/postgres.ts';
import type { ChaosSandbox } from '../support/sandbox.ts';
import type { ChaosOptions } from './options.ts';
import type { Random } from './random.ts';
import { newPromise, type Person, type Promised, textOf } from './truth.ts';

/** Share of the accounts whose token runs out while their posts go out. */
const EXPIRING = 0.4;

/** Connects people's accounts directly: rows in the tables, and grants that the sandbox knows. */
export async function preparePeople(
  database: BenchDatabase,
  sandbox: ChaosSandbox,
  random: Random,
  options: ChaosOptions,
): Promise<Person[]> {
  const usernames = Array.from({ length: options.accounts }, (_, index) => `chaos_${index}`);
  type Grant = { userId: string; access_token: string; refresh_token: string };
  const { grants } = await sandbox.control<{ grants: Grant[] }>('POST', '/grant', { usernames });
  const sealer = createSealer(APP_SECRET);
  const now = Date.now();
  const lines = usernames.map((username, index) => {
    const grant = grants[index] as Grant;
    const seconds = random.chance(EXPIRING) ? random.between(60, 75 + options.minutes * 60) : 7_200;
    const session = randomToken();
    return {
      username,
      session,
      email: `${username}@people.example`,
      hash: hashToken(session),
      x_id: grant.userId,
      access: sealer.seal(grant.access_token),
      refresh: sealer.seal(grant.refresh_token),
      ends: new Date(now + seconds * 1000),
    };
  });
  const rows = await database.rows<{ user_id: number; account_id: number; username: string }>(
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
  const sessions = new Map(lines.map((line) => [line.username, line.session]));
  return rows.map((row) => ({
    userId: Number(row.user_id),
    accountId: Number(row.account_id),
    username: row.username,
    session: sessions.get(row.username) ?? '',
  }));
}

/** Plans the posts, spread at random over the minutes from `start` on; returns what each one promises. */
export async function preparePosts(
  database: BenchDatabase,
  people: readonly Person[],
  random: Random,
  options: ChaosOptions,
  start: number,
): Promise<Map<number, Promised>> {
  const lines = Array.from({ length: options.posts }, (_, number) => {
    const person = people[number % people.length] as Person;
    const at = Math.floor(start + random.next() * options.minutes * 60_000);
    return { person, number, at, text: textOf(number, 0, random) };
  });
  const rows = await database.rows<{ id: number; content: string }>(
    `insert into posts (user_id, account_id, content, scheduled_at, scheduled_local, due_at, created_at, updated_at)
     select user_id, account_id, content, at, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS'), at, now(), now()
     from jsonb_to_recordset($1::jsonb) as g(user_id bigint, account_id bigint, content text, at timestamptz)
     returning id, content`,
    [
      JSON.stringify(
        lines.map(({ person, at, text }) => ({
          user_id: person.userId,
          account_id: person.accountId,
          content: text,
          at: new Date(at),
        })),
      ),
    ],
  );
  const ids = new Map(rows.map((row) => [row.content, Number(row.id)]));
  return new Map(
    lines.map((line) => [line.number, newPromise({ ...line, id: ids.get(line.text) ?? Number.NaN })]),
  );
}
