import type { Actor } from '../../platform/actor.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { recordChange } from '../audit/record-audit.ts';
import type { NichesDeps } from './niches.deps.ts';
import { noSuchRequest } from './niches.errors.ts';
import { deleteRequestRow, selectRequestForUpdate } from './niches.store.ts';

/** Deletes an open niche request, for staff; returns a message. Throws NOT_FOUND. */
export function deleteNicheRequest(
  deps: Pick<NichesDeps, 'db' | 'clock'>,
  actor: Actor,
  { id, reason }: { id: number; reason?: string | undefined },
): Promise<string> {
  return inTransaction(deps.db, async (tx) => {
    const request = await selectRequestForUpdate(tx, id);
    if (request?.status !== 'open') throw noSuchRequest();
    await deleteRequestRow(tx, id);
    await recordChange(tx, actor, {
      at: deps.clock.now(),
      action: 'niches.request_deleted',
      target: { type: 'niche_request', id },
      before: { name: request.name, userId: request.userId },
      after: null,
      reason,
    });
    return `The request for ${request.name} is deleted.`;
  });
}
