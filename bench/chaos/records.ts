import type { BenchDatabase } from '../support/postgres.ts';

export type PostRecord = {
  id: number;
  account_id: number;
  content: string;
  status: 'pending' | 'processing' | 'posted' | 'failed';
  tweet_id: string | null;
  error_code: string | null;
  hold_reason: string | null;
  scheduled_at: Date;
  due_at: Date;
  /** What holds the account by the table of holds, whatever the post says. */
  held: boolean;
};
export type AttemptRecord = {
  id: number;
  post_id: number;
  account_id: number;
  started_at: Date;
  settled_at: Date | null;
  outcome: string | null;
  error_code: string | null;
  unknown_reason: string | null;
};
export type AccountRecord = { id: number; username: string; needs_reconnect: boolean };

/** What the product believes, at the end. */
export type Records = {
  posts: ReadonlyMap<number, PostRecord>;
  attempts: readonly AttemptRecord[];
  accounts: ReadonlyMap<number, AccountRecord>;
};

export async function readRecords(database: BenchDatabase): Promise<Records> {
  const posts = await database.rows<PostRecord>(`
    select id, account_id, content, status, tweet_id, error_code, hold_reason, scheduled_at, due_at,
      exists (select 1 from account_holds h where h.account_id = p.account_id) as held from posts p`);
  const attempts = await database.rows<AttemptRecord>(`
    select id, post_id, account_id, started_at, settled_at, outcome, error_code, unknown_reason
    from post_attempts order by id`);
  const accounts = await database.rows<AccountRecord>('select id, username, needs_reconnect from x_accounts');
  return {
    posts: new Map(posts.map((post) => [post.id, post])),
    attempts,
    accounts: new Map(accounts.map((account) => [account.id, account])),
  };
}
