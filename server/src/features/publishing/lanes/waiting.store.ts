import { failureCode } from '@drumbeat/contract/posts/failure-codes.ts';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../../platform/database/database.ts';
import { column, readRows } from '../../../platform/database/rows.ts';
import { type ShownHold, shownHolds, shownStatuses } from '../../post/post-words.rules.ts';
import { attemptOutcomes } from '../by-hand/post-history.rules.ts';
import { unknownReasons } from '../publishing.types.ts';

/* Posts that are not published yet: read for moving, for matching with a timeline, and for counts. */

const plannedRow = z.object({
  id: column.number,
  at: column.instant,
  local: column.text,
  status: z.enum(shownStatuses),
  isPaused: z.boolean(),
});
export type PlannedPost = z.infer<typeof plannedRow>;

/** The account's posts of the last 60 days and all pending ones, soonest first. */
export function selectPlanned(tx: Db, accountId: number, now: Date): Promise<PlannedPost[]> {
  const statement = sql`
    select id, scheduled_at as at, scheduled_local as local, status, is_paused as "isPaused" from shown_posts
    where account_id = ${accountId} and (status = 'pending' or scheduled_at > ${now}::timestamptz - interval '60 days')
    order by scheduled_at, id`;
  return readRows(tx, plannedRow, statement);
}

const unpublishedRow = z.object({
  postId: column.number,
  userId: column.number,
  content: column.text,
  status: z.enum(shownStatuses),
  isPaused: z.boolean(),
});

/** An account's unpublished posts as far as this database knows, by planned time. The lane must be locked. */
export function selectUnpublished(tx: Db, accountId: number): Promise<z.infer<typeof unpublishedRow>[]> {
  const statement = sql`
    select id as "postId", user_id as "userId", content, status, is_paused as "isPaused" from shown_posts where account_id = ${accountId} and status in ('pending', 'failed')
    order by scheduled_at, id`;
  return readRows(tx, unpublishedRow, statement);
}

const attemptEndRow = z.object({
  postId: column.number,
  startedAt: column.instant,
  outcome: z.enum(attemptOutcomes).nullable(),
  unknownReason: z.enum(unknownReasons).nullable(),
  errorCode: failureCode.nullable(),
});

/** The outcomes of all attempts at the account's unpublished posts. */
export function selectUnpublishedAttempts(
  db: Db,
  accountId: number,
): Promise<z.infer<typeof attemptEndRow>[]> {
  const statement = sql`
    select a.post_id as "postId", a.started_at as "startedAt", a.outcome, a.unknown_reason as "unknownReason",
      a.error_code as "errorCode"
    from posts p join post_attempts a on a.post_id = p.id
    where p.account_id = ${accountId} and p.status in ('pending', 'failed')`;
  return readRows(db, attemptEndRow, statement);
}

/** Counting stops here: higher numbers add nothing, and scrapes stay cheap. */
const MOST = 100_000;

const figuresRow = z.object({
  unknownOpen: column.number,
  due: column.number,
  oldestDueAt: column.instant.nullable(),
  isStopped: column.boolean,
});
type Figures = z.infer<typeof figuresRow>;

/** The engine's backlog. Each count uses an index that contains only the counted rows. */
export async function selectFigures(db: Db, now: Date): Promise<Figures> {
  const statement = sql`
    select
      (select count(*) from (select 1 from lanes where look_at is not null limit ${MOST}) u) as "unknownOpen",
      (select count(*) from (select 1 from lanes l join posts p on p.account_id = l.account_id
        where l.ready_at <= ${now} and p.status = 'pending' and not p.is_paused and p.due_at <= ${now} limit ${MOST}) d) as due,
      (select ready_at from lanes where ready_at <= ${now} order by ready_at limit 1) as "oldestDueAt",
      exists (select 1 from publishing_stop) as "isStopped"`;
  const [figures] = await readRows(db, figuresRow, statement);
  if (!figures) throw new Error('The figures query returned no row');
  return figures;
}

const heldRow = z.object({ reason: z.enum(shownHolds), count: column.number });

/** The number of pending posts held for each of these reasons. */
export function countHeld(
  db: Db,
  reasons: readonly ShownHold[],
): Promise<{ reason: ShownHold; count: number }[]> {
  const statement = sql`
    select r.reason, held.count from unnest(${sql.param(reasons)}::text[]) as r(reason)
    cross join lateral (select count(*) from (
      select 1 from lanes l join posts p on p.account_id = l.account_id and p.status = 'pending' where l.hold = r.reason limit ${MOST}
    ) h) held
    where r.reason <> 'paused_one'
    union all
    select 'paused_one', count(*) from (
      select 1 from posts p join lanes l on l.account_id = p.account_id and l.hold is null
      where p.status = 'pending' and p.is_paused limit ${MOST}
    ) one`;
  return readRows(db, heldRow, statement);
}
