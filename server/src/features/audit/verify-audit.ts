import type { Db } from '../../platform/database/database.ts';
import { type CheckedSeal, selectCensus, selectCheckedSeal, selectUnlisted } from './seals.store.ts';

export type Verdict = { isWhole: boolean; sentence: string };

/**
 * Verifies the chain of seals from the beginning and reports the first gap or change. Keep the last hash that
 * it reports somewhere else: only with it can a truncated log be detected.
 */
export async function verifyAudit(db: Db): Promise<Verdict> {
  let last: CheckedSeal | undefined;
  let entries = 0;
  for (;;) {
    const seal = await selectCheckedSeal(db, last?.number ?? 0);
    if (!seal) break;
    const fault = faultOf(seal, last);
    if (fault) return { isWhole: false, sentence: fault };
    entries += seal.entries;
    last = seal;
  }
  const census = await selectCensus(db);
  if (census.entries !== census.sealed + census.waiting) {
    const id = await selectUnlisted(db);
    return { isWhole: false, sentence: `Entry ${id} is neither sealed nor waiting to be sealed.` };
  }
  const end = last ? `The last seal, ${last.number}, has the hash ${last.hash}.` : 'No seals yet.';
  return {
    isWhole: true,
    sentence: `${entries} entries verified; ${census.waiting} not sealed yet. ${end}`,
  };
}

/** The chain may start at any number, because old seals are deleted. */
function faultOf(seal: CheckedSeal, last: CheckedSeal | undefined): string | undefined {
  const { number, faultId } = seal;
  if (last && number !== last.number + 1) return `Seal ${last.number + 1} is missing.`;
  if (!seal.holds || (last && seal.previous !== last.hash)) return `Seal ${number} was changed.`;
  return faultId === null ? undefined : `Entry ${faultId} of seal ${number} ${seal.fault}.`;
}
