import {
  MOST_TOLD,
  type PersonChange,
  type PostsChange,
  PUBLISHING_STOP,
  type PublishingStopEvent,
} from '@drumbeat/contract/publishing/stream-events.ts';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from './database/database.ts';
import { column, readRows } from './database/rows.ts';
import { expiredBefore } from './retention.ts';

/**
 * Notifies a person's open pages of a change, and keeps it for an hour for pages whose stream is broken. Runs
 * in the caller's transaction; duplicates within it are sent once. `posts` names the changed posts, if known
 * and few.
 */
export async function notifyPerson(
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
 * Notifies every open page that publishing stopped for everybody (`since`) or resumed (null): one
 * notification and one row for all people. In the caller's transaction.
 */
export async function notifyStop(tx: Db, since: Date | null, now: Date): Promise<void> {
  const payload: PublishingStopEvent = { since: since?.toISOString() ?? null };
  await tx.execute(sql`
    with kept as (insert into person_changes (kind, at) values (${PUBLISHING_STOP}, ${now}))
    select pg_notify(${PUBLISHING_STOP}, ${JSON.stringify(payload)})`);
}

const kindRow = z.object({ kind: column.text });
type Told = PersonChange | typeof PUBLISHING_STOP;

/** The kinds of changes sent to a person, or to everybody, since `since`; each kind once. */
export async function selectTold(db: Db, userId: number, since: Date): Promise<Told[]> {
  const statement = sql`
    select distinct kind from person_changes
    where (user_id = ${userId} or user_id is null) and at >= ${since} order by kind`;
  return (await readRows(db, kindRow, statement)).map((row) => row.kind as Told);
}

/** Deletes changes that are too old for any stream to replay. */
export async function deleteOldChanges(db: Db, now: Date): Promise<void> {
  await db.execute(sql`delete from person_changes where at < ${expiredBefore(now, 'personChanges')}`);
}
