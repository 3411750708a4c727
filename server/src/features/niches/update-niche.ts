import type { Actor } from '../../platform/actor.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { recordChange } from '../audit/record-audit.ts';
import type { NichesDeps } from './niches.deps.ts';
import { noSuchNiche } from './niches.errors.ts';
import { selectNicheForUpdate, updateNicheRow } from './niches.store.ts';
import type { StaffNicheRecord } from './niches.types.ts';

type Input = {
  id: number;
  selection_count?: number | undefined;
  is_active?: boolean | undefined;
  reason?: string | undefined;
};

/** Updates the given fields of a niche, for staff; unchanged values record no change. Throws NOT_FOUND. */
export function updateNiche(
  deps: Pick<NichesDeps, 'db' | 'clock'>,
  actor: Actor,
  input: Input,
): Promise<StaffNicheRecord> {
  return inTransaction(deps.db, async (tx) => {
    const niche = await selectNicheForUpdate(tx, input.id);
    if (!niche) throw noSuchNiche();
    const { selectionCount, isActive } = niche;
    const before = { selectionCount, isActive };
    const after = {
      selectionCount: input.selection_count ?? selectionCount,
      isActive: input.is_active ?? isActive,
    };
    if (after.selectionCount === selectionCount && after.isActive === isActive) return niche;
    await updateNicheRow(tx, niche.id, after);
    await recordChange(tx, actor, {
      at: deps.clock.now(),
      action: 'niches.updated',
      target: { type: 'niche', id: niche.id },
      details: { name: niche.name },
      before,
      after,
      reason: input.reason,
    });
    return { ...niche, ...after };
  });
}
