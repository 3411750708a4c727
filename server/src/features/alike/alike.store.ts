import { asc, inArray, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../platform/database.ts';
import { column, readRowsPrepared } from '../../platform/rows.ts';
import { alikeTexts } from './alike.tables.ts';
import { MOST_BITS_APART, type Signature } from './signature.rules.ts';

/** The closest texts that a look-up gives: more than it takes to know that there is one. */
const MOST_FOUND = 50;
/** Rows of one insert, far below what a statement may hold. */
const CHUNK = 500;

type NewText = Signature & { lookAt: Date } & (
    | { postId: number }
    | { jobId: string; userId: number; draft: string }
  );

const foundRow = z.object({
  postId: column.number.nullable(),
  userId: column.number.nullable(),
  draft: column.text.nullable(),
});
/** A text that may be alike: a post, or a draft with its words and its owner. */
export type FoundText = z.output<typeof foundRow>;

/** Texts that share a band with this one and differ in few bits, the closest first. */
export function selectNear(db: Db, { bands, sketch }: Signature): Promise<FoundText[]> {
  const apart = sql`bit_count(sketch # ${sketch}::bit(256))`;
  return readRowsPrepared(
    db,
    'near_texts',
    foundRow,
    sql`select post_id as "postId", user_id as "userId", draft from alike_texts
      where bands && ${sql.param(bands)}::int[] and ${apart} <= ${MOST_BITS_APART}
      order by ${apart} limit ${MOST_FOUND}`,
  );
}

/** Adds texts; a post that is there gets the signature of its new words. */
export async function upsertTexts(tx: Db, texts: readonly NewText[]): Promise<void> {
  for (let from = 0; from < texts.length; from += CHUNK)
    await tx
      .insert(alikeTexts)
      .values(texts.slice(from, from + CHUNK))
      .onConflictDoUpdate({
        target: alikeTexts.postId,
        set: {
          bands: sql`excluded.bands`,
          sketch: sql`excluded.sketch`,
          lookAt: sql`excluded.look_at`,
        },
      });
}

/**
 * Lets one transaction at a time compare drafts and add them, so that no two take alike ones. It may wait longer than others
 * do: an answer of the model was paid for.
 */
export async function lockDrafts(tx: Db): Promise<void> {
  await tx.execute(sql`set local lock_timeout = '8s'`);
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('alike_drafts', 0))`);
  await tx.execute(sql`set local lock_timeout to default`);
}

export async function deleteDraftsOf(tx: Db, jobIds: readonly string[]): Promise<void> {
  await tx.delete(alikeTexts).where(inArray(alikeTexts.jobId, [...jobIds]));
}

/** Texts that the clean-up is to look at, those that wait longest first; nobody writes them until the transaction ends. */
export function selectToLookAt(
  tx: Db,
  now: Date,
  limit: number,
): Promise<{ id: number; postId: number | null }[]> {
  return tx
    .select({ id: alikeTexts.id, postId: alikeTexts.postId })
    .from(alikeTexts)
    .where(lt(alikeTexts.lookAt, now))
    .orderBy(asc(alikeTexts.lookAt))
    .limit(limit)
    .for('update', { skipLocked: true });
}

export async function deleteTexts(db: Db, ids: readonly number[]): Promise<void> {
  await db.delete(alikeTexts).where(inArray(alikeTexts.id, [...ids]));
}
