import type { PublicFlags } from '@drumbeat/contract/flags.ts';
import type { Platform } from '../../platform/platform.ts';
import { publicFlagsOf, publicKeys } from './flags.rules.ts';
import { selectFlags } from './flags.store.ts';

/** The switches that the browser may know, as they stand now. */
export async function getPublicFlags(deps: Pick<Platform, 'db'>): Promise<PublicFlags> {
  return publicFlagsOf(await selectFlags(deps.db, publicKeys));
}
