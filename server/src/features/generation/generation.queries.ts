import type { UserExport } from '@drumbeat/contract/user-data/user-data.ts';
import type { Db } from '../../platform/database/database.ts';
import type { EventPage } from '../../platform/database/event-page.ts';
import { selectJobEvents, selectJobsOf } from './generation.store.ts';

/** A person's generations of the last 90 days, saved or not. */
export async function exportGenerations(db: Db, userId: number): Promise<UserExport['generations']> {
  return (await selectJobsOf(db, userId)).map((job) => ({
    id: job.id,
    niche: job.niche,
    status: job.status,
    createdAt: job.createdAt.toISOString(),
    texts: job.drafts,
  }));
}

/** A person's generations, as a page of their timeline. */
export async function listGenerationEvents(
  db: Db,
  userId: number,
  page: EventPage,
): Promise<{ id: string; at: Date; action: string; details: Record<string, unknown> }[]> {
  return (await selectJobEvents(db, userId, page)).map((job) => ({
    id: job.id,
    at: job.createdAt,
    action: `generation.${job.status}`,
    details: {
      niche: job.niche,
      written: job.drafts.length,
      planned: job.slots.length,
      error: job.error,
      savedAt: job.usedAt?.toISOString() ?? null,
    },
  }));
}
