import type { UserExport } from '@drumbeat/contract/user-data.ts';
import type { Db } from '../../platform/database.ts';
import { selectJobsOf } from './generation.store.ts';

/** What was generated for a person in the last 90 days, saved or not. */
export async function exportGenerations(db: Db, userId: number): Promise<UserExport['generations']> {
  return (await selectJobsOf(db, userId)).map((job) => ({
    id: job.id,
    niche: job.niche,
    status: job.status,
    createdAt: job.createdAt.toISOString(),
    texts: job.drafts,
  }));
}
