import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../../platform/database/database.ts';
import { column, readRows } from '../../../platform/database/rows.ts';
import { publishingPauses, publishingStop } from '../publishing.tables.ts';
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

const stopRow = z.object({ reason: column.text, since: column.instant, failures: column.number });
/** The stop of all publishing. */
export type Stop = z.infer<typeof stopRow>;

export async function selectStop(db: Db): Promise<Stop | undefined> {
  return (await readRows(db, stopRow, sql`select reason, since, failures from ${publishingStop}`))[0];
}

/** Stops publishing. Returns false if it is already stopped: many calls may fail at once. */
export async function insertStop(tx: Db, stop: { reason: string; now: Date; tryAt: Date }): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    insert into publishing_stop (reason, since, try_at) values (${stop.reason}, ${stop.now}, ${stop.tryAt})
    on conflict do nothing`);
  return rowCount === 1;
}

/** Counts another failed probe. */
export async function updateStop(
  tx: Db,
  stop: { reason: string; failures: number; tryAt: Date },
): Promise<void> {
  await tx.execute(
    sql`update publishing_stop set reason = ${stop.reason}, failures = ${stop.failures}, try_at = ${stop.tryAt}`,
  );
}

/** Gives the probe to one worker if it is due; the others wait until `takenUntil`. */
export async function takeProbe(db: Db, now: Date, takenUntil: Date): Promise<boolean> {
  const { rowCount } = await db.execute(
    sql`update publishing_stop set try_at = ${takenUntil} where try_at <= ${now}`,
  );
  return rowCount === 1;
}

/** Resumes publishing. Returns false if it was not stopped, or only after `until`, if that is given. */
export async function deleteStop(tx: Db, until?: Date): Promise<boolean> {
  const which = until ? sql`where since <= ${until}` : sql``;
  const { rowCount } = await tx.execute(sql`delete from ${publishingStop} ${which}`);
  return rowCount === 1;
}
