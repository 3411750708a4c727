import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchDatabase } from '../support/postgres.ts';

/*
 * The only code here that reads the tables in which publishing keeps its records; plant-posts.ts writes the
 * initial posts of a run.
 */

/** A claim's time comes from the database, whatever the workers' clocks say. */
export const CLOCK_SLACK_MS = 0;

export type PostRecord = {
  id: number;
  account_id: number;
  content: string;
  status: 'pending' | 'processing' | 'posted' | 'failed';
  tweet_id: string | null;
  error_code: string | null;
  hold_reason: string | null;
  scheduled_at: Date;
  /** The earliest time at which it can be published, considering everything its account waits for. */
  due_at: Date;
  /** Whether the account is held according to the holds table, whatever the post says. */
  held: boolean;
};

/** One attempt at a post, from the claim to its settlement; each published post has at least one. */
export type AttemptRecord = {
  post_id: number;
  account_id: number;
  started_at: Date;
  settled_at: Date | null;
  outcome: string | null;
  error_code: string | null;
  unknown_reason: string | null;
  unknown_since: Date | null;
};

export type AccountRecord = { id: number; username: string; needs_reconnect: boolean };

/** The product's records at the end. */
export type Records = {
  posts: ReadonlyMap<number, PostRecord>;
  attempts: readonly AttemptRecord[];
  accounts: ReadonlyMap<number, AccountRecord>;
};

export async function readRecords(database: BenchDatabase): Promise<Records> {
  const posts = await database.rows<PostRecord>(`
    select s.id, s.account_id, s.content, s.status, s.tweet_id, s.error_code, s.hold_reason, s.scheduled_at,
      greatest(s.due_at, l.not_before) as due_at,
      exists (select 1 from account_holds h where h.account_id = s.account_id) as held
    from shown_posts s join lanes l on l.account_id = s.account_id`);
  const attempts = await database.rows<AttemptRecord>(`
    select post_id, account_id, started_at, settled_at, outcome, error_code, unknown_reason, unknown_since from post_attempts
    union all
    select id, account_id, started_at, posted_at, 'posted', null, null, null from posts p
    where status = 'posted' and started_at is not null
      and not exists (select 1 from post_attempts a where a.post_id = p.id and a.outcome = 'posted')
    union all
    select open_post, account_id, started_at, null, null, null, unknown_reason, unknown_since from lanes where open_post is not null
    order by started_at`);
  const accounts = await database.rows<AccountRecord>('select id, username, needs_reconnect from x_accounts');
  return {
    posts: new Map(posts.map((post) => [post.id, post])),
    attempts,
    accounts: new Map(accounts.map((account) => [account.id, account])),
  };
}

/** An attempt that a worker has open. */
export type OpenWork = {
  postId: number;
  startedAt: Date;
  /** Whether its account's token is being renewed, or was when the worker was lost. */
  isRenewing: boolean;
};

/** The open attempts of the worker with this process id. */
export function openWorkOf(database: BenchDatabase, pid: number): Promise<OpenWork[]> {
  return database.rows<OpenWork>(
    `select l.open_post as "postId", l.started_at as "startedAt", coalesce(x.refreshing_until > now(), false) as "isRenewing"
     from lanes l join workers w on w.number = l.worker join x_accounts x on x.id = l.account_id
     where l.open_post is not null and w.process = $1`,
    [String(pid)],
  );
}

/** Failed posts, most recent first. */
export async function failedPosts(database: BenchDatabase, most: number): Promise<number[]> {
  const rows = await database.rows<{ id: number }>(
    `select id from posts where status = 'failed' order by updated_at desc limit $1`,
    [most],
  );
  return rows.map((row) => row.id);
}

/** How many posts are published according to the records, and how many are open in workers. */
export async function readProgress(database: BenchDatabase): Promise<{ posted: number; open: number }> {
  const [progress] = await database.rows<{ posted: number; open: number }>(`
    select (select count(*)::int from posts where status = 'posted') as posted,
      (select count(*)::int from lanes where open_post is not null) as open`);
  return progress ?? { posted: 0, open: 0 };
}

/** What is not finished: numbers of posts, attempts and holds. */
export type Unrest = { due: number; open: number; ending_holds: number; at: Date };

/**
 * Excludes accounts that wait for their owner to reconnect, possibly forever, and posts so late that they are
 * published a minute apart, because they always make progress.
 */
export async function readUnrest(database: BenchDatabase): Promise<Unrest> {
  const [unrest] = await database.rows<Unrest>(`
    select
      (select count(*)::int from lanes where ready_at < now() + interval '10 minutes'
        and not (not_before > now() and next_due < now() - interval '5 minutes')) as due,
      (select count(*)::int from lanes l join x_accounts x on x.id = l.account_id
        where l.open_post is not null and not x.needs_reconnect) as open,
      (select count(*)::int from account_holds where until < now() + interval '10 minutes') as ending_holds,
      now() as at`);
  if (!unrest) throw new Error('no answer');
  return unrest;
}

/** A few of the lanes that keep a run from finishing, one per line, for debugging. */
export async function restlessLanes(database: BenchDatabase): Promise<string[]> {
  const rows = await database.rows<{ line: string }>(`
    select json_build_object('lane', l, 'holds', (select json_agg(h) from account_holds h where h.account_id = l.account_id),
      'renewal_until', x.refreshing_until, 'token_until', x.token_expires_at, 'workers', (select json_agg(w) from workers w), 'now', now())::text as line
    from lanes l join x_accounts x on x.id = l.account_id
    where l.open_post is not null and not x.needs_reconnect or l.ready_at < now() + interval '10 minutes'
      or exists (select 1 from account_holds h where h.account_id = l.account_id and h.until < now() + interval '10 minutes')
    limit 5`);
  return rows.map((row) => row.line);
}

/** Contradictions within the records, one per line. */
export async function ledgerFaults(database: BenchDatabase): Promise<string[]> {
  const rows = await database.rows<{ line: string }>(`
    select 'the lane of account ' || l.account_id || ' has post ' || coalesce(l.next_post::text, 'none') || ' next, due '
      || coalesce(l.next_due::text, 'never') || ', instead of ' || coalesce(p.id::text, 'none') as line
    from lanes l
    left join (
      select distinct on (account_id) account_id, id, due_at from posts where status = 'pending' and not is_paused
      order by account_id, due_at, scheduled_at, id
    ) p on p.account_id = l.account_id
    where l.open_post is null and (l.next_post, l.next_due) is distinct from (p.id, p.due_at)
    union all
    select 'account ' || l.account_id || ' is held by ' || coalesce(l.hold, 'nothing') || ' in its lane, by ' || count(h) || ' reasons in truth'
    from lanes l left join account_holds h on h.account_id = l.account_id
    group by l.account_id, l.hold
    having (l.hold is null) <> (count(h) = 0) or not coalesce(bool_or(h.reason = l.hold), true)
    union all
    select 'the lane of account ' || l.account_id || ' has post ' || l.open_post || ' in hand, which is ' || coalesce(p.status::text, 'gone')
    from lanes l left join posts p on p.id = l.open_post
    where l.open_post is not null and p.status is distinct from 'pending'`);
  return rows.map((row) => row.line);
}

/** Waits until nothing is due, open or about to be; after a deadline it gives up and says what was left. */
export async function waitForQuiet(
  database: BenchDatabase,
  patienceMs: number,
  tell: (unrest: Unrest) => void,
): Promise<Unrest> {
  const deadline = Date.now() + patienceMs;
  for (let told = 0; ; ) {
    const unrest = await readUnrest(database);
    if (isQuiet(unrest) || Date.now() > deadline) return unrest;
    if (Date.now() - told > 5_000) {
      told = Date.now();
      tell(unrest);
    }
    await sleep(500);
  }
}

export function isQuiet(unrest: Unrest): boolean {
  return unrest.due + unrest.open + unrest.ending_holds === 0;
}
