import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../platform/database.ts';
import { column, readRows } from '../../platform/rows.ts';
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

const ownerRow = z.object({ userId: column.number, sessionId: column.number });

/** Consumes a token and returns whose it was; undefined if it is unknown, used or too old. */
export async function takeStreamToken(
  db: Db,
  hash: string,
  purpose: string,
  now: Date,
): Promise<StreamOwner | undefined> {
  const statement = sql`
    delete from stream_tokens where token_hash = ${hash} and purpose = ${purpose} and expires_at > ${now}
    returning user_id as "userId", session_id as "sessionId"`;
  return (await readRows(db, ownerRow, statement))[0];
}
