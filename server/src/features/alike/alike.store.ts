import { asc, inArray, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../platform/database/database.ts';
import { column, readRowsPrepared } from '../../platform/database/rows.ts';
import { alikeTexts } from './alike.tables.ts';
import { MOST_BITS_APART, type Signature } from './similarity.rules.ts';

/** The most texts that a lookup returns; more would add nothing. */
const MOST_FOUND = 50;
/** Rows per insert, far below the limit of a statement. */
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
/** A candidate for a similar text: a post, or a draft with its content and owner. */
export type FoundText = z.output<typeof foundRow>;
const nearRow = foundRow.extend({ nth: column.number });

/**
 * For each text, in order, those that share a band with it and differ in few bits, closest first, then the
 * oldest.
 */
export async function selectNear(db: Db, texts: readonly Signature[]): Promise<FoundText[][]> {
  const bands = sql.param(texts.map((text) => `{${text.bands.join(',')}}`));
  const sketches = sql.param(texts.map(({ sketch }) => sketch));
  const rows = await readRowsPrepared(
    db,
    'near_texts',
    nearRow,
    sql`select asked.nth - 1 as nth, near.post_id as "postId", near.user_id as "userId", near.draft
      from unnest(${bands}::text[], ${sketches}::text[]) with ordinality as asked (bands, sketch, nth)
      cross join lateral (
        select id, post_id, user_id, draft, bit_count(t.sketch # asked.sketch::bit(256)) as apart
        from alike_texts t
        where t.bands && asked.bands::int[] and bit_count(t.sketch # asked.sketch::bit(256)) <= ${MOST_BITS_APART}
        order by apart, id limit ${MOST_FOUND}
      ) near
      order by asked.nth, near.apart, near.id`,
  );
  const found = Map.groupBy(rows, ({ nth }) => nth);
  return texts.map((_, index) => found.get(index) ?? []);
}

/** Adds texts; for an existing post, replaces its signature. */
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
 * Serialises comparing and adding drafts, so that no two transactions accept similar ones. Waits longer than
 * usual, because the model's answer was already paid for.
 */
export async function lockDrafts(tx: Db): Promise<void> {
  await tx.execute(sql`set local lock_timeout = '8s'`);
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('alike_drafts', 0))`);
  await tx.execute(sql`set local lock_timeout to default`);
}

export async function deleteDraftsOf(tx: Db, jobIds: readonly string[]): Promise<void> {
  await tx.delete(alikeTexts).where(inArray(alikeTexts.jobId, [...jobIds]));
}

/** Texts due for clean-up, longest overdue first, locked until the transaction ends. */
export function selectToLookAt(
  tx: Db,
  now: Date,
  limit: number,
): Promise<{ id: number; postId: number | null }[]> {
  return tx
    .select({ id: alikeTexts.id, postId: alikeTexts.postId })
    .from(alikeTexts)
    .where(lt(alikeTexts.lookAt, now))
    .orderBy(asc(alikeTexts.lookAt), asc(alikeTexts.id))
    .limit(limit)
    .for('update', { skipLocked: true });
}

export async function deleteTexts(db: Db, ids: readonly number[]): Promise<void> {
  await db.delete(alikeTexts).where(inArray(alikeTexts.id, [...ids]));
}
