import { expiredBefore } from '../../../platform/retention.ts';
import type { AuthDeps } from '../auth.deps.ts';
import {
  deleteEmailTokensEndedBefore,
  deleteNetworksSeenBefore,
  deleteSessionsEndedBefore,
} from '../auth.store.ts';
import { deleteProofsEndedBefore, deleteSetUpsBegunBefore } from '../two-factor/two-factor.store.ts';

/** Deletes expired sessions, links and proofs, abandoned set-ups of two-factor, and networks not seen for long. */
export async function deleteEndedCredentials(deps: Pick<AuthDeps, 'db' | 'clock'>): Promise<void> {
  const now = deps.clock.now();
  await deleteSessionsEndedBefore(deps.db, expiredBefore(now, 'endedSessions'));
  await deleteEmailTokensEndedBefore(deps.db, expiredBefore(now, 'endedLinks'));
  await deleteProofsEndedBefore(deps.db, now);
  await deleteSetUpsBegunBefore(deps.db, expiredBefore(now, 'unfinishedSetUps'));
  await deleteNetworksSeenBefore(deps.db, expiredBefore(now, 'knownNetworks'));
}
