import type { PublicFlags } from '@drumbeat/contract/flags.ts';
import type { FlagsDeps } from './flags.deps.ts';
import { publicFlagsOf, publicKeys } from './flags.rules.ts';
import { selectFlags } from './flags.store.ts';

/** The current values of the flags that the browser may know. */
export async function getPublicFlags(deps: FlagsDeps): Promise<PublicFlags> {
  return publicFlagsOf(await selectFlags(deps.db, publicKeys));
}
