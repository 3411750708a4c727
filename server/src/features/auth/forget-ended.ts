import type { AuthDeps } from './auth.deps.ts';
import { forgetBefore, forgetNetworksBefore } from './auth.rules.ts';
import { deleteEmailTokensEndedBefore, deleteSessionsEndedBefore } from './auth.store.ts';
import { deleteNetworksSeenBefore } from './known-networks.store.ts';
import { deleteSetUpsBegunBefore } from './two-factor.store.ts';

/**
 * Deletes sessions and link tokens that ended a month ago, unfinished two-factor set-ups of that age, and networks
 * that their person has not signed in from for half a year.
 */
export async function forgetEnded(deps: Pick<AuthDeps, 'db' | 'clock'>): Promise<void> {
  const before = forgetBefore(deps.clock.now());
  await deleteSessionsEndedBefore(deps.db, before);
  await deleteEmailTokensEndedBefore(deps.db, before);
  await deleteSetUpsBegunBefore(deps.db, before);
  await deleteNetworksSeenBefore(deps.db, forgetNetworksBefore(deps.clock.now()));
}
