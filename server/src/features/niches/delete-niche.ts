import type { Actor } from '../../platform/actor.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { isNicheOfAccount } from '../accounts/accounts.queries.ts';
import { recordChange } from '../audit/record-audit.ts';
import { isNicheOfUser } from '../users/users.queries.ts';
import type { NichesDeps } from './niches.deps.ts';
import { noSuchNiche } from './niches.errors.ts';
import { deleteNicheRow, hasChildren, selectNicheForUpdate } from './niches.store.ts';

/** Deletes an unused niche, for staff; returns a message. Throws NOT_FOUND and NICHE_IN_USE. */
export function deleteNiche(
  deps: Pick<NichesDeps, 'db' | 'clock'>,
  actor: Actor,
  { id, reason }: { id: number; reason?: string | undefined },
): Promise<string> {
  return inTransaction(deps.db, async (tx) => {
    // Choosing a niche updates this row, so a concurrent choice either waits for us or is visible to us.
    const niche = await selectNicheForUpdate(tx, id);
    if (!niche) throw noSuchNiche();
    const { name, slug, isActive, selectionCount } = niche;
    if ((await isNicheOfUser(tx, name)) || (await isNicheOfAccount(tx, name)))
      throw inUse(`People use ${name}. Deactivate it instead: they keep it, and nobody new can choose it.`);
    if (await hasChildren(tx, id))
      throw inUse(`Other niches belong under ${name}. Deactivate it instead: nobody new can choose it.`);
    await deleteNicheRow(tx, id);
    await recordChange(tx, actor, {
      at: deps.clock.now(),
      action: 'niches.deleted',
      target: { type: 'niche', id },
      before: { name, slug, isActive, selectionCount },
      after: null,
      reason,
    });
    return `${name} is deleted.`;
  });
}

function inUse(message: string): AppError {
  return new AppError('NICHE_IN_USE', message);
}
