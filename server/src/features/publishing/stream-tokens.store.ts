import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/database.ts';
import type { StreamOwner } from './publishing.types.ts';

export async function insertStreamToken(
  db: Db,
  token: StreamOwner & { hash: string; purpose: string; now: Date; expiresAt: Date },
): Promise<void> {
  await db.execute(sql`delete from stream_tokens where expires_at < ${token.now}`);
  await db.execute(sql`
    insert into stream_tokens (token_hash, user_id, session_id, purpose, expires_at)
    values (${token.hash}, ${token.userId}, ${token.sessionId}, ${token.purpose}, ${token.expiresAt})`);
}

/** Uses a token up and gives back whose it was; undefined for one that is unknown, used or too old. */
export async function takeStreamToken(
  db: Db,
  hash: string,
  purpose: string,
  now: Date,
): Promise<StreamOwner | undefined> {
  const { rows } = await db.execute<{ user_id: number; session_id: number }>(sql`
    delete from stream_tokens where token_hash = ${hash} and purpose = ${purpose} and expires_at > ${now} returning user_id, session_id`);
  const row = rows[0];
  return row && { userId: Number(row.user_id), sessionId: Number(row.session_id) };
}
