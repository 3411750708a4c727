import { isOver } from '@drumbeat/contract/generation/generation.rules.ts';
import { jobStatus } from '@drumbeat/contract/generation/generation.ts';
import { and, desc, eq, gte, inArray, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../platform/database/database.ts';
import { type EventPage, isOnPage } from '../../platform/database/event-page.ts';
import { column, preparedRead } from '../../platform/database/rows.ts';
import { generationGrants as grants, generationJobs as jobs } from './generation.tables.ts';
import type { GenerationJob } from './generation.types.ts';

type NewJob = Pick<
  GenerationJob,
  'userId' | 'accountId' | 'kind' | 'niche' | 'isInTrial' | 'daysText' | 'slots' | 'replaces' | 'createdAt'
>;
type JobChange = Partial<
  Pick<
    GenerationJob,
    | 'status'
    | 'slots'
    | 'drafts'
    | 'round'
    | 'toAsk'
    | 'failures'
    | 'refusals'
    | 'error'
    | 'usedAt'
    | 'finalizedAt'
  >
> & { updatedAt: Date };

export type GrantRow = typeof grants.$inferSelect;

const running = inArray(
  jobs.status,
  jobStatus.options.filter((status) => !isOver({ status })),
);

const isCalendar = eq(jobs.kind, 'calendar');

/**
 * Locks the account's jobs until the transaction ends, so that counting and starting a job are not
 * concurrent.
 */
export async function lockAccountJobs(tx: Db, accountId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('generation_jobs', ${accountId}))`);
}

export async function insertJob(tx: Db, job: NewJob): Promise<GenerationJob> {
  const values = {
    ...job,
    status: 'pending' as const,
    drafts: [],
    refusals: [],
    round: 1,
    toAsk: job.slots.length,
    failures: 0,
    updatedAt: job.createdAt,
  };
  const [inserted] = await tx.insert(jobs).values(values).returning();
  if (!inserted) throw new Error('The generation job was not stored');
  return inserted;
}

export async function selectJob(db: Db, jobId: string): Promise<GenerationJob | undefined> {
  const [job] = await db.select().from(jobs).where(eq(jobs.id, jobId));
  return job;
}

export async function selectJobForUpdate(tx: Db, jobId: string): Promise<GenerationJob | undefined> {
  const [job] = await tx.select().from(jobs).where(eq(jobs.id, jobId)).for('update');
  return job;
}

export async function selectRunningJob(db: Db, accountId: number): Promise<GenerationJob | undefined> {
  const [job] = await db
    .select()
    .from(jobs)
    .where(and(eq(jobs.accountId, accountId), running));
  return job;
}

/** The account's newest completed job, locked: the only one whose posts may still be saved. */
export async function selectNewestCompletedForUpdate(
  tx: Db,
  accountId: number,
): Promise<GenerationJob | undefined> {
  const [job] = await tx
    .select()
    .from(jobs)
    .where(and(eq(jobs.accountId, accountId), isCalendar, eq(jobs.status, 'completed')))
    .orderBy(desc(jobs.createdAt))
    .limit(1)
    .for('update');
  return job;
}

/** The account's ad posts written since `since` but not saved, because the caller gave up waiting. */
export async function selectUnsavedAds(
  db: Db,
  accountId: number,
  since: Date,
): Promise<GenerationJob | undefined> {
  const [job] = await db
    .select()
    .from(jobs)
    .where(
      and(
        eq(jobs.accountId, accountId),
        eq(jobs.kind, 'ads'),
        eq(jobs.status, 'completed'),
        isNull(jobs.usedAt),
        gte(jobs.createdAt, since),
      ),
    )
    .orderBy(desc(jobs.createdAt))
    .limit(1);
  return job;
}

/** The account's most recently saved job of this cycle, locked. */
export async function selectNewestUsedForUpdate(
  tx: Db,
  accountId: number,
  cycleStart: Date,
): Promise<GenerationJob | undefined> {
  const [job] = await tx
    .select()
    .from(jobs)
    .where(
      and(eq(jobs.accountId, accountId), isCalendar, isNotNull(jobs.usedAt), gte(jobs.createdAt, cycleStart)),
    )
    .orderBy(desc(jobs.usedAt))
    .limit(1)
    .for('update');
  return job;
}

/** The account's other calendars that were never saved. */
export async function selectUnusedJobIds(
  tx: Db,
  { id, accountId }: Pick<GenerationJob, 'id' | 'accountId'>,
): Promise<string[]> {
  const rows = await tx
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.accountId, accountId), isCalendar, isNull(jobs.usedAt), ne(jobs.id, id)));
  return rows.map((row) => row.id);
}

export async function updateJob(tx: Db, jobId: string, change: JobChange): Promise<void> {
  await tx.update(jobs).set(change).where(eq(jobs.id, jobId));
}

const counts = sql`${jobs.createdAt} > coalesce(${grants.countedFrom}, '-infinity')`;
const fills = sql`${jobs.finalizedAt} > coalesce(${grants.scheduledFrom}, '-infinity')`;
const jobsOfCycle = preparedRead(
  'jobs_of_cycle',
  z.object({ accountId: column.number, used: column.number, finalized: column.boolean }),
  sql`
    select asked.account_id as "accountId", (count(*) filter (where ${counts}))::int as used,
      coalesce(bool_or(${fills}), false) as finalized
    from unnest(${sql.placeholder('ids')}::bigint[], ${sql.placeholder('starts')}::timestamptz[],
        ${sql.placeholder('ends')}::timestamptz[]) as asked (account_id, starts, ends)
      join ${jobs} on ${jobs.accountId} = asked.account_id and ${jobs.createdAt} >= asked.starts and ${jobs.createdAt} < asked.ends
      left join ${grants} on ${grants.accountId} = ${jobs.accountId}
    where ${isCalendar} and (${jobs.status} = 'completed' or (${running} and ${jobs.updatedAt} > ${sql.placeholder('staleSince')}))
    group by asked.account_id`,
);
export type CountedJobs = { used: number; finalized: boolean };

/**
 * How many jobs of each account count in its cycle, and whether one became the schedule; accounts without any
 * are left out. Does not count failed jobs, running ones not updated since `staleSince`, and jobs before a
 * grant by staff.
 */
export async function countJobs(
  db: Db,
  cycles: readonly { accountId: number; start: number; end: number }[],
  staleSince: Date,
): Promise<Map<number, CountedJobs>> {
  const rows = await jobsOfCycle(db, {
    ids: cycles.map(({ accountId }) => accountId),
    starts: cycles.map(({ start }) => new Date(start)),
    ends: cycles.map(({ end }) => new Date(end)),
    staleSince,
  });
  return new Map(rows.map(({ accountId, ...counted }) => [accountId, counted]));
}

/** Grants by staff for these accounts; accounts without one are left out. */
export function selectGrants(db: Db, accountIds: readonly number[]): Promise<GrantRow[]> {
  return db
    .select()
    .from(grants)
    .where(inArray(grants.accountId, [...accountIds]));
}

/** `selectGrants` with the rows locked until the transaction ends. */
export function selectGrantsForUpdate(tx: Db, accountIds: readonly number[]): Promise<GrantRow[]> {
  return tx
    .select()
    .from(grants)
    .where(inArray(grants.accountId, [...accountIds]))
    .for('update');
}

/** Sets one part of an account's grant; null removes it. */
export async function upsertGrant(
  tx: Db,
  accountId: number,
  grant: Partial<Omit<GrantRow, 'accountId'>>,
): Promise<void> {
  await tx
    .insert(grants)
    .values({ accountId, ...grant })
    .onConflictDoUpdate({ target: grants.accountId, set: grant });
}

/** A person's jobs, newest first, as a page of events. */
export function selectJobEvents(db: Db, userId: number, page: EventPage): Promise<GenerationJob[]> {
  return db
    .select()
    .from(jobs)
    .where(and(eq(jobs.userId, userId), isOnPage(page, jobs.createdAt, jobs.id)))
    .orderBy(desc(jobs.createdAt), desc(jobs.id))
    .limit(page.limit);
}

export function selectJobsOf(db: Db, userId: number): Promise<GenerationJob[]> {
  return db.select().from(jobs).where(eq(jobs.userId, userId)).orderBy(desc(jobs.createdAt));
}

export async function deleteJobsBefore(db: Db, instant: Date): Promise<void> {
  await db.delete(jobs).where(lt(jobs.createdAt, instant));
}
