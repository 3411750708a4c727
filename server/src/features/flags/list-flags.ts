import type { PublicFlags } from '@drumbeat/contract/flags/flags.ts';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { listVersions } from '../versions/list-versions.ts';
import { publicFlagsOf, publicKeys } from './flags.rules.ts';
import { selectAllFlags, selectFlag, selectFlags } from './flags.store.ts';
import type { FlagContent, SavedFlag } from './flags.types.ts';

/** Every flag by key, for staff. */
export function listFlags(db: Db): Promise<SavedFlag[]> {
  return selectAllFlags(db);
}

/** The versions of a flag, newest first, for staff. Throws NOT_FOUND for an unknown key. */
export async function listFlagVersions(
  db: Db,
  key: string,
  page: { page: number; limit: number },
): ReturnType<typeof listVersions<FlagContent>> {
  if (!(await selectFlag(db, key))) throw new AppError('NOT_FOUND', `There is no flag '${key}'.`);
  return listVersions<FlagContent>(db, { type: 'flag', id: key }, page);
}

/** The current flags that browsers may read. */
export async function getPublicFlags(deps: Pick<Platform, 'db'>): Promise<PublicFlags> {
  return publicFlagsOf(await selectFlags(deps.db, publicKeys));
}
