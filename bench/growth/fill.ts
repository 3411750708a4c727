import { inBulk, withoutIndexes } from '../support/bulk.ts';
import { fillAccounts, makeLanesTrue } from '../support/people.ts';
import type { BenchDatabase } from '../support/postgres.ts';

const CHUNK = 500_000;

/** The accounts in groups, in the order of their creation. */
export type Groups = { free: number; held: number; deep: number; waiting: number };
export type Group = keyof Groups;

/** Posts of an account with an unknown outcome: one open attempt, and the others waiting behind it. */
const EACH_WAITING = 6;

export async function fillGroups(database: BenchDatabase, groups: Groups): Promise<void> {
  await fillAccounts(database, groups.free + groups.held + groups.deep + groups.waiting);
}

/** Posts over a year from tomorrow for the free accounts, and already due posts for the held ones. */
export async function fillBacklog(
  database: BenchDatabase,
  groups: Groups,
  { ahead, held }: { ahead: number; held: number },
): Promise<void> {
  await inBulk(database, (client) =>
    withoutIndexes(client, 'posts', async () => {
      for (const [group, count] of [
        ['free', ahead],
        ['held', held],
      ] as const)
        for (let from = 0; from < count; from += CHUNK)
          await client.query(posts(groups, group), [from, Math.min(count, from + CHUNK)]);
    }),
  );
  await database.rows(`update lanes set hold = 'paused' where account_id in (${accounts(groups, 'held')})`);
  await makeTrue(database);
}

/** Posts that are due now, spread over the free accounts. */
export async function fillDue(database: BenchDatabase, groups: Groups, count: number): Promise<void> {
  await database.rows(posts(groups, 'free', 'now()'), [0, count]);
  await makeLanesTrue(database);
}

/** One account with very many due posts, ahead of everyone else's. */
export async function fillDeep(database: BenchDatabase, groups: Groups, count: number): Promise<void> {
  await inBulk(database, async (client) => void (await client.query(posts(groups, 'deep'), [0, count])));
  await makeTrue(database);
}

/** Accounts whose open post has an unknown outcome, with due posts behind it, as after an outage of X. */
export async function fillWaiting(database: BenchDatabase, groups: Groups): Promise<void> {
  await database.rows(posts(groups, 'waiting'), [0, groups.waiting * EACH_WAITING]);
  await database.rows(
    `update lanes l set open_post = p.id, epoch = 1, worker = 0, started_at = now(), called_at = now(), unknown_reason = 'timeout',
       unknown_since = now(), certain_at = now() + interval '1 hour', look_at = now() + interval '1 hour'
     from (select min(id) as id, account_id from posts where account_id in (${accounts(groups, 'waiting')}) group by account_id) p
     where p.account_id = l.account_id`,
  );
  await makeTrue(database);
}

async function makeTrue(database: BenchDatabase): Promise<void> {
  await inBulk(database, async (client) => {
    await client.query('vacuum analyze posts');
    await makeLanesTrue({ rows: async (text) => (await client.query(text)).rows });
    await client.query('vacuum analyze lanes');
    await client.query('checkpoint');
  });
}

/** A query for the accounts of a group. */
function accounts(groups: Groups, group: Group): string {
  const names = Object.keys(groups) as Group[];
  const before = names.slice(0, names.indexOf(group)).reduce((sum, name) => sum + groups[name], 0);
  return `select id from x_accounts order by id offset ${before} limit ${groups[group]}`;
}

/** The posts `$1` up to `$2` (exclusive) of a group's accounts. The ones in front are half an hour late. */
function posts(
  groups: Groups,
  group: Group,
  due = group === 'free'
    ? `now() + interval '1 day' + (n * 3 % 31536000) * interval '1 second'`
    : `now() - interval '30 minutes'`,
): string {
  return `insert into posts (user_id, account_id, content, scheduled_at, scheduled_local, due_at, created_at, updated_at)
    select a.user_id, a.id, 'Post ' || n || ' of a long queue', at, to_char(at, 'YYYY-MM-DD"T"HH24:MI:SS'), at, now(), now()
    from generate_series($1::int, $2::int - 1) n
    join (
      select id, user_id, row_number() over (order by id) - 1 as place from x_accounts where id in (${accounts(groups, group)})
    ) a on a.place = n % ${groups[group]}
    cross join lateral (select ${due} as at) t`;
}
