import { and, eq, gt, lt } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { streamTokens } from '../publishing.tables.ts';
import type { StreamOwner } from '../publishing.types.ts';

export async function insertStreamToken(
  db: Db,
  token: StreamOwner & { hash: string; purpose: string; now: Date; expiresAt: Date },
): Promise<void> {
  const { hash, now, ...columns } = token;
  await db.delete(streamTokens).where(lt(streamTokens.expiresAt, now));
  await db.insert(streamTokens).values({ tokenHash: hash, ...columns });
}

/** Consumes a token. Returns its owner and expiry; undefined if it is unknown, used or expired. */
export async function takeStreamToken(
  db: Db,
  hash: string,
  purpose: string,
  now: Date,
): Promise<(StreamOwner & { expiresAt: Date }) | undefined> {
  const rows = await db
    .delete(streamTokens)
    .where(
      and(
        eq(streamTokens.tokenHash, hash),
        eq(streamTokens.purpose, purpose),
        gt(streamTokens.expiresAt, now),
      ),
    )
    .returning({
      userId: streamTokens.userId,
      sessionId: streamTokens.sessionId,
      expiresAt: streamTokens.expiresAt,
    });
  return rows[0];
}
