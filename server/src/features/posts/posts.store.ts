import { and, eq, lt } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { postRequests } from './posts.tables.ts';

/** The posts saved by the person's request with this key; undefined for a new key. */
export async function selectRequest(tx: Db, userId: number, key: string): Promise<number[] | undefined> {
  const rows = await tx
    .select({ postIds: postRequests.postIds })
    .from(postRequests)
    .where(and(eq(postRequests.userId, userId), eq(postRequests.key, key)));
  return rows[0]?.postIds;
}

export async function insertRequest(
  tx: Db,
  request: { userId: number; key: string; postIds: number[]; at: Date },
): Promise<void> {
  await tx.insert(postRequests).values(request);
}

/** Deletes requests from before an instant. */
export async function deleteRequestsBefore(db: Db, instant: Date): Promise<void> {
  await db.delete(postRequests).where(lt(postRequests.at, instant));
}
