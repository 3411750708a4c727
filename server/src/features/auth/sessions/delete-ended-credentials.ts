import { expiredBefore } from '../../../platform/retention.ts';
import type { AuthDeps } from '../auth.deps.ts';
import { deleteEmailTokensEndedBefore, deleteSessionsEndedBefore } from '../auth.store.ts';
import { deleteNetworksSeenBefore } from '../sign-in/known-networks.store.ts';
import { deleteSetUpsBegunBefore } from '../two-factor/two-factor.store.ts';

/** Deletes expired sessions and links, abandoned set-ups of two-factor, and networks not seen for long. */
export async function deleteEndedCredentials(deps: Pick<AuthDeps, 'db' | 'clock'>): Promise<void> {
  const now = deps.clock.now();
  await deleteSessionsEndedBefore(deps.db, expiredBefore(now, 'endedSessions'));
  await deleteEmailTokensEndedBefore(deps.db, expiredBefore(now, 'endedLinks'));
  await deleteSetUpsBegunBefore(deps.db, expiredBefore(now, 'unfinishedSetUps'));
  await deleteNetworksSeenBefore(deps.db, expiredBefore(now, 'knownNetworks'));
}
