import type { Actor } from '../../platform/actor.ts';
import { type Db, inTransaction } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { recordChange } from '../audit/record-audit.ts';
import type { NichesDeps } from './niches.deps.ts';
import { slugOf } from './niches.rules.ts';
import { insertNiche, selectNicheLike } from './niches.store.ts';
import type { StaffNicheRecord } from './niches.types.ts';

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
