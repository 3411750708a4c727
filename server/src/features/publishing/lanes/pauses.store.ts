import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../../platform/database/database.ts';
import { column, readRows } from '../../../platform/database/rows.ts';
import { publishingPauses } from '../publishing.tables.ts';
import type { NewPause, PauseState } from '../publishing.types.ts';

export async function insertPause(tx: Db, { windowId, startsAt, endsAt }: NewPause): Promise<void> {
  await tx.insert(publishingPauses).values({ windowId, startsAt, endsAt });
}

/** Ends a pause at `at`. A pause that has not begun is deleted. */
export async function updatePauseEnd(tx: Db, windowId: number, at: Date): Promise<void> {
  await tx.execute(sql`delete from ${publishingPauses} where window_id = ${windowId} and starts_at >= ${at}`);
  await tx.execute(sql`
    update ${publishingPauses} set ends_at = ${at}
    where window_id = ${windowId} and (ends_at is null or ends_at > ${at})`);
}

/** Deletes pauses that ended before `before`. */
export async function deletePausesBefore(db: Db, before: Date): Promise<void> {
  await db.execute(sql`delete from ${publishingPauses} where ends_at < ${before}`);
}

const stateRow = z.object({
  isPaused: column.boolean,
  until: column.instant.nullable(),
  endedAt: column.instant.nullable(),
});

/**
 * Whether publishing is paused at `now`, until when (null if no end is set), and when the last pause ended.
 */
export async function selectPause(db: Db, now: Date): Promise<PauseState> {
  const statement = sql`
    with begun as (select ends_at, ends_at is null or ends_at > ${now} as lasts from ${publishingPauses} where starts_at <= ${now})
    select exists (select 1 from begun where lasts) as "isPaused",
      (select case when count(*) = count(ends_at) then max(ends_at) end from begun where lasts) as until,
      (select max(ends_at) from begun where not lasts) as "endedAt"`;
  const [state] = await readRows(db, stateRow, statement);
  return state ?? { isPaused: false, until: null, endedAt: null };
}
