import {
  MOST_TOLD,
  type PersonChange,
  type PostsChange,
  PUBLISHING_STOP,
  type PublishingStopEvent,
} from '@drumbeat/contract/stream-events.ts';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from './database.ts';
import { expiredBefore } from './retention.ts';
import { column, readRows } from './rows.ts';

/**
 * Tells a person's open pages that something of theirs has changed, and keeps it for an hour for those whose stream is
 * broken. In the caller's transaction: what did not happen is not told. Twice the same in one transaction is told once.
 * Open pages are told as well which posts changed, where that is known and they are few.
 */
export async function tellPerson(
  tx: Db,
  userId: number,
  kind: PersonChange,
  now: Date,
  posts?: Omit<PostsChange, 'at'>,
): Promise<void> {
  const isFew = posts !== undefined && Object.values(posts).flat().length <= MOST_TOLD;
  const payload = JSON.stringify({
    userId,
    kind,
    ...(isFew ? { posts: { at: now.toISOString(), ...posts } } : {}),
  });
  await tx.execute(sql`
    with kept as (
      insert into person_changes (user_id, kind, at) select ${userId}::bigint, ${kind}::text, ${now}::timestamptz
      where not exists (select from person_changes where user_id = ${userId} and kind = ${kind} and at = ${now})
    )
    select pg_notify('person_changed', ${payload})`);
}

/**
 * Tells every open page that publishing stopped for everybody (`since`) or goes on (null): one notice and one row, however
 * many people there are. In the caller's transaction.
 */
export async function tellStop(tx: Db, since: Date | null, now: Date): Promise<void> {
  const payload: PublishingStopEvent = { since: since?.toISOString() ?? null };
  await tx.execute(sql`
    with kept as (insert into person_changes (kind, at) values (${PUBLISHING_STOP}, ${now}))
    select pg_notify(${PUBLISHING_STOP}, ${JSON.stringify(payload)})`);
}

const kindRow = z.object({ kind: column.text });
type Told = PersonChange | typeof PUBLISHING_STOP;

/** What was told to a person, or to everybody, at `since` or later, each kind once. */
export async function selectTold(db: Db, userId: number, since: Date): Promise<Told[]> {
  const statement = sql`
    select distinct kind from person_changes
    where (user_id = ${userId} or user_id is null) and at >= ${since} order by kind`;
  return (await readRows(db, kindRow, statement)).map((row) => row.kind as Told);
}

/** Deletes what no stream may ask for any more. */
export async function deleteOldChanges(db: Db, now: Date): Promise<void> {
  await db.execute(sql`delete from person_changes where at < ${expiredBefore(now, 'personChanges')}`);
}
