import type { UserExport } from '@drumbeat/contract/user-data/user-data.ts';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import {
  selectActiveNiche,
  selectEveryNiche,
  selectNicheRequestsOf,
  selectNichesLike,
  updateSelectionCount,
} from './niches.store.ts';
import type { NicheRecord, StaffNicheRecord } from './niches.types.ts';

/** Counts a choice of this niche, for the order of suggestions. */
export async function countNicheChoice(tx: Db, nicheId: number): Promise<void> {
  await updateSelectionCount(tx, nicheId);
}

/** The active niche with this name, in any case. Throws VALIDATION_FAILED if there is none. */
export async function requireActiveNiche(db: Db, name: string): Promise<NicheRecord> {
  const niche = await selectActiveNiche(db, name);
  if (niche) return niche;
  const message = 'Please choose a niche from the list.';
  throw new AppError('VALIDATION_FAILED', message, { data: { fields: { niche: message } } });
}

/** A person's niche requests, newest first. */
export async function exportNicheRequests(db: Db, userId: number): Promise<UserExport['nicheRequests']> {
  return (await selectNicheRequestsOf(db, userId)).map(({ name, notes, status, createdAt }) => ({
    name,
    notes,
    status,
    createdAt: createdAt.toISOString(),
  }));
}

/** More niches than staff will ever curate. */
const MOST_NICHES = 5_000;

/** Every niche, active or not, by name. For staff. */
export function listAllNiches(db: Db): Promise<StaffNicheRecord[]> {
  return selectEveryNiche(db, MOST_NICHES);
}

/** Active niches whose name is similar to the words, popular ones first. */
export function findNichesLike(db: Db, words: string, limit: number): Promise<NicheRecord[]> {
  return selectNichesLike(db, words, limit);
}
