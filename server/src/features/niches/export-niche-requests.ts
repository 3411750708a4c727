import type { UserExport } from '@drumbeat/contract/user-data.ts';
import type { Db } from '../../platform/database.ts';
import { selectNicheRequestsOf } from './niches.store.ts';

/** The niches that a person asked for, newest first. */
export async function exportNicheRequests(db: Db, userId: number): Promise<UserExport['nicheRequests']> {
  return (await selectNicheRequestsOf(db, userId)).map(({ name, notes, status, createdAt }) => ({
    name,
    notes,
    status,
    createdAt: createdAt.toISOString(),
  }));
}
