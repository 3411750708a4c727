import type { Actor } from '../../platform/actor.ts';
import { type Db, inTransaction } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { isNicheOfAccount } from '../accounts/accounts.queries.ts';
import { recordChange } from '../audit/record-audit.ts';
import { isNicheOfUser } from '../users/users.queries.ts';
import { slugOf } from './niches.rules.ts';
import {
  deleteNicheRow,
  hasChildren,
  insertNiche,
  selectNicheForUpdate,
  selectNicheLike,
  updateNicheRow,
} from './niches.store.ts';
import type { NichesDeps, StaffNicheRecord } from './niches.types.ts';

type NewNiche = { name: string; slug?: string | null | undefined; is_active: boolean };

/** Adds a niche, for staff. Throws NICHE_EXISTS if its name or slug is taken. */
export function createNiche(
  deps: Pick<NichesDeps, 'db' | 'clock'>,
  actor: Actor,
  { reason, ...niche }: NewNiche & { reason?: string | undefined },
): Promise<StaffNicheRecord> {
  return inTransaction(deps.db, async (tx) => {
    const created = await addNiche(tx, niche);
    const { id, ...after } = created;
    await recordChange(tx, actor, {
      at: deps.clock.now(),
      action: 'niches.created',
      target: { type: 'niche', id },
      before: null,
      after,
      reason,
    });
    return created;
  });
}

/**
 * Adds a niche in the caller's transaction. Throws NICHE_EXISTS, and VALIDATION_FAILED if no slug can be
 * made.
 */
export async function addNiche(tx: Db, niche: NewNiche): Promise<StaffNicheRecord> {
  const slug = niche.slug || slugOf(niche.name);
  if (!slug) {
    const message = 'Please enter a slug: the name has no letters a to z to make one of.';
    throw new AppError('VALIDATION_FAILED', message, { data: { fields: { slug: message } } });
  }
  const created = await insertNiche(tx, { name: niche.name, slug, isActive: niche.is_active });
  if (created) return created;
  const known = await selectNicheLike(tx, { name: niche.name, slug });
  const message =
    known?.slug === slug && known.name.toLowerCase() !== niche.name.toLowerCase()
      ? `The slug ${slug} belongs to ${known.name}. Please enter another.`
      : `${known?.name ?? niche.name} is already in the list.`;
  throw new AppError('NICHE_EXISTS', message);
}

type Update = {
  id: number;
  selection_count?: number | undefined;
  is_active?: boolean | undefined;
  reason?: string | undefined;
};

/** Updates the given fields of a niche, for staff; unchanged values record no change. Throws NOT_FOUND. */
export function updateNiche(
  deps: Pick<NichesDeps, 'db' | 'clock'>,
  actor: Actor,
  input: Update,
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

function noSuchNiche(): AppError {
  return new AppError('NOT_FOUND', 'There is no niche with this id.');
}
