import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../../platform/database/database.ts';
import { column, readRows } from '../../../platform/database/rows.ts';
import { ALIVE_SECONDS, KILLED_SECONDS } from './liveness.rules.ts';
import { CERTAIN_AFTER_DEATH_SECONDS } from './looks.rules.ts';

/** Namespace of the workers' advisory locks; the second key is the worker's number. */
const LOCKS = 733_201_401;

const numberRow = z.object({ number: column.number });

/** Adds a worker and takes its lock, which lasts as long as this connection. Returns its number. */
export async function insertWorker(
  connection: Db,
  { process, instance }: { process: string; instance: string },
  now: SQL,
): Promise<number> {
  const statement = sql`
    with made as (
      insert into workers (process, instance, started_at, alive_until)
      values (${process}, ${instance}, ${now}, ${now} + make_interval(secs => ${ALIVE_SECONDS})) returning number
    )
    select number, pg_advisory_lock(${LOCKS}, number) is null as "isLocked" from made`;
  const [row] = await readRows(connection, numberRow, statement);
  if (!row) throw new Error('Inserting a worker returned no number');
  return row.number;
}

/** Records a heartbeat. Returns false if another worker declared this one dead and took over its lanes. */
export async function updateAlive(connection: Db, number: number, now: SQL): Promise<boolean> {
  const { rowCount } = await connection.execute(sql`
    update workers set alive_until = ${now} + make_interval(secs => ${ALIVE_SECONDS}) where number = ${number}`);
  return rowCount === 1;
}

/** Records that a worker stops, so that its open lanes are taken over immediately. */
export async function updateGone(db: Db, number: number, now: SQL): Promise<void> {
  await db.execute(sql`
    update workers set alive_until = least(alive_until, ${now}) where number = ${number}`);
}

const takenRow = z.object({ taken: column.number, killed: z.array(z.string()) });

/**
 * Takes over the open lanes of dead workers (free lock or expired heartbeat) and of numbers that no longer
 * exist. A killed worker sent nothing after its death, a frozen or cut-off one nothing after its
 * `alive_until`. Returns how many lanes, and the instances that were probably killed.
 */
export async function takeOverLanes(db: Db, number: number, now: SQL): Promise<z.infer<typeof takenRow>> {
  const statement = sql`
    with gone as materialized (
      select w.number, w.instance, w.alive_until, w.alive_until > ${now} + make_interval(secs => ${ALIVE_SECONDS - KILLED_SECONDS}) as is_killed
      from workers w
      where w.number <> ${number} and (w.alive_until <= ${now} or pg_try_advisory_xact_lock(${LOCKS}, w.number))
      for update skip locked
    ), ownerless as (
      select distinct l.worker, ${now} + make_interval(secs => ${ALIVE_SECONDS}) from lanes l
      where l.open_post is not null and l.worker is not null and not exists (select 1 from workers w where w.number = l.worker)
    ), owner as materialized (
      select number, case when is_killed then ${now} else alive_until end as ended_at from gone union all select * from ownerless
    ), locked as materialized (
      select account_id, worker from lanes where worker in (select number from owner) and open_post is not null
      order by account_id for no key update
    ), taken as (
      update lanes l set worker = ${number}, epoch = l.epoch + 1, look_at = ${now}, looks = 0,
        certain_at = coalesce(l.certain_at, owner.ended_at + make_interval(secs => ${CERTAIN_AFTER_DEATH_SECONDS}))
      from locked join owner on owner.number = locked.worker
      where l.account_id = locked.account_id
      returning l.account_id
    ), forgotten as (
      delete from workers w using gone where w.number = gone.number
    )
    select (select count(*) from taken) as taken, array(select instance::text from gone where is_killed) as killed`;
  const [row] = await readRows(db, takenRow, statement);
  return row ?? { taken: 0, killed: [] };
}

/** Whether any worker has a valid heartbeat. */
export async function existsAlive(db: Db, now: SQL): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from workers where alive_until > ${now} limit 1`);
  return rows.length > 0;
}

const instanceRow = z.object({ instance: z.string() });

/** Which of these instances have no worker left under any number. */
export async function selectEnded(db: Db, instances: readonly string[]): Promise<string[]> {
  const statement = sql`
    select given.instance from unnest(${sql.param(instances)}::uuid[]) as given(instance)
    where not exists (select 1 from workers w where w.instance = given.instance)`;
  return (await readRows(db, instanceRow, statement)).map((row) => row.instance);
}
