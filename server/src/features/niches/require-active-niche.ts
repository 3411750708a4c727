import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { selectActiveNiche } from './niches.store.ts';
import type { NicheRecord } from './niches.types.ts';

/** The niche of a name, in whatever case it is written. Throws VALIDATION_FAILED where none of that name is active. */
export async function requireActiveNiche(db: Db, name: string): Promise<NicheRecord> {
  const niche = await selectActiveNiche(db, name);
  if (niche) return niche;
  const message = 'Please choose a niche from the list.';
  throw new AppError('VALIDATION_FAILED', message, { data: { fields: { niche: message } } });
}
