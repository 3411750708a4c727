import type { Actor } from '../../platform/actor.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { recordChange } from '../audit/record-audit.ts';
import { addNiche } from './create-niche.ts';
import type { NichesDeps } from './niches.deps.ts';
import { noSuchRequest } from './niches.errors.ts';
import { selectNicheLike, selectRequestForUpdate, updateRequestsToAdded } from './niches.store.ts';
import type { StaffNicheRecord } from './niches.types.ts';

/**
 * Adds the requested niche, and closes every open request with that name; if the niche exists meanwhile, only
 * closes them. Throws NOT_FOUND, and NICHE_EXISTS for an inactive niche.
 */
export function approveNicheRequest(
  deps: Pick<NichesDeps, 'db' | 'clock'>,
  actor: Actor,
  { id, reason }: { id: number; reason?: string | undefined },
): Promise<{ message: string; niche: StaffNicheRecord }> {
  return inTransaction(deps.db, async (tx) => {
    const request = await selectRequestForUpdate(tx, id);
    if (request?.status !== 'open') throw noSuchRequest();
    const known = await selectNicheLike(tx, { name: request.name });
    if (known && !known.isActive)
      throw new AppError(
        'NICHE_EXISTS',
        `${known.name} is in the list, but switched off. Activate it under Curated Niches, or delete the request.`,
      );
    const niche = known ?? (await addNiche(tx, { name: request.name, is_active: true }));
    const requestIds = await updateRequestsToAdded(tx, request.name);
    await recordChange(tx, actor, {
      at: deps.clock.now(),
      action: 'niches.request_approved',
      target: { type: 'niche_request', id },
      details: { requestIds },
      before: { status: 'open' },
      after: { status: 'added', nicheId: niche.id, name: niche.name, isNew: !known },
      reason,
    });
    const closed = requestIds.length === 1 ? 'The request is' : `Its ${requestIds.length} requests are`;
    return {
      niche,
      message: known ? `${niche.name} is already in the list. ${closed} closed.` : `${niche.name} is added.`,
    };
  });
}
