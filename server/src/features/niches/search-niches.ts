import { networkOf } from '../../platform/http/proxies.ts';
import { nicheLookUps } from '../../platform/rate-limits.ts';
import { POPULAR_NICHES } from './niches.rules.ts';
import { selectNichesLike, selectPopularNiches } from './niches.store.ts';
import type { NicheRecord, NichesDeps } from './niches.types.ts';

/** Active niches that match the text, popular ones first. Throws RATE_LIMIT_EXCEEDED per network. */
export async function searchNiches(
  deps: NichesDeps,
  input: { query: string; limit: number },
  origin: { ip: string },
): Promise<NicheRecord[]> {
  await deps.limits.consume(nicheLookUps, networkOf(origin.ip));
  return selectNichesLike(deps.db, input.query, input.limit);
}

/** The niches chosen most often. Throws RATE_LIMIT_EXCEEDED per network. */
export async function listPopularNiches(deps: NichesDeps, origin: { ip: string }): Promise<NicheRecord[]> {
  await deps.limits.consume(nicheLookUps, networkOf(origin.ip));
  return selectPopularNiches(deps.db, POPULAR_NICHES);
}
