import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/database.ts';

export async function insertStreamToken(
  db: Db,
  token: { hash: string; userId: number; purpose: string; now: Date; expiresAt: Date },
): Promise<void> {
  await db.execute(sql`delete from stream_tokens where expires_at < ${token.now}`);
  await db.execute(sql`
    insert into stream_tokens (token_hash, user_id, purpose, expires_at)
    values (${token.hash}, ${token.userId}, ${token.purpose}, ${token.expiresAt})`);
}

/** Uses a token up and gives back whose it was; undefined for one that is unknown, used or too old. */
export async function takeStreamToken(
  db: Db,
  hash: string,
  purpose: string,
  now: Date,
): Promise<number | undefined> {
  const { rows } = await db.execute<{ user_id: number }>(sql`
    delete from stream_tokens where token_hash = ${hash} and purpose = ${purpose} and expires_at > ${now} returning user_id`);
  return rows[0] && Number(rows[0].user_id);
}
