import { networkOf } from '../../platform/http/proxies.ts';
import { nicheLookUps } from '../../platform/limits.ts';
import type { NichesDeps } from './niches.deps.ts';
import { POPULAR_NICHES } from './niches.rules.ts';
import { selectPopularNiches } from './niches.store.ts';
import type { NicheRecord } from './niches.types.ts';

/** The niches chosen most often. Throws RATE_LIMIT_EXCEEDED per network. */
export async function listPopularNiches(deps: NichesDeps, origin: { ip: string }): Promise<NicheRecord[]> {
  await deps.limits.consume(nicheLookUps, networkOf(origin.ip));
  return selectPopularNiches(deps.db, POPULAR_NICHES);
}
