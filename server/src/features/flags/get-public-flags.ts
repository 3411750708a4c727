import type { PublicFlags } from '@drumbeat/contract/flags/flags.ts';
import type { Platform } from '../../platform/platform.ts';
import { publicFlagsOf, publicKeys } from './flags.rules.ts';
import { selectFlags } from './flags.store.ts';

/** The current flags that browsers may read. */
export async function getPublicFlags(deps: Pick<Platform, 'db'>): Promise<PublicFlags> {
  return publicFlagsOf(await selectFlags(deps.db, publicKeys));
}
