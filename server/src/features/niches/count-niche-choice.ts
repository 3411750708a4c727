import type { Db } from '../../platform/database.ts';
import { addSelection } from './niches.store.ts';

/** Counts that someone chose this niche, for the order of suggestions. */
export async function countNicheChoice(tx: Db, nicheId: number): Promise<void> {
  await addSelection(tx, nicheId);
}
