import { makeLanesTrue } from '../support/people.ts';
import type { BenchDatabase } from '../support/postgres.ts';

export type PostToPlant = { userId: number; accountId: number; text: string; at: Date };

/** Inserts the initial posts of a run as if people had planned them; returns the ids by text. */
export async function plantPosts(
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
