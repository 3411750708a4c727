import { type Db, inTransaction } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { expiredBefore } from '../../platform/retention.ts';
import { deleteEndedNames } from './audit.store.ts';
import {
  type CheckedSeal,
  deleteStretches,
  insertSeal,
  lockSeals,
  selectCensus,
  selectCheckedSeal,
  selectUnlisted,
} from './seals.store.ts';

export type Verdict = { isWhole: boolean; sentence: string };

type Deps = Pick<Platform, 'db' | 'clock'>;

/** The most entries per seal. */
const STRETCH = 1_000;

/** How many seals to delete at a time. */
const ENDING = 100;
const EVERY_MS = 5_000;

/**
 * Seals entries written since the last run, at most 1000 per seal; returns how many. Does nothing while
 * another process is sealing. Writers never wait for it: it seals what is committed, in any order.
 */
export async function sealAudit({ db, clock }: Deps): Promise<number> {
  let all = 0;
  for (;;) {
    const sealed = await inTransaction(db, async (tx: Db) =>
      (await lockSeals(tx)) ? insertSeal(tx, STRETCH, clock.now()) : 0,
    );
    all += sealed;
    if (sealed < STRETCH) return all;
  }
}

/** Seals every 5 seconds until stopped. */
export function startSealer(deps: Deps & Pick<Platform, 'log'>): { stop(): Promise<void> } {
  let round: Promise<unknown> = Promise.resolve();
  let isBusy = false;
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    round = sealAudit(deps)
      .catch((error: unknown) =>
        deps.log.warn({ err: String(error) }, 'could not seal the audit log; trying again in 5 s'),
      )
      .finally(() => {
        isBusy = false;
      });
  }, EVERY_MS);
  return {
    async stop() {
      clearInterval(timer);
      await round;
    },
  };
}

/**
 * Deletes whole seals with their entries after the retention time, and expired personal data of strangers.
 * The next seal keeps the hash of the deleted one.
 */
export async function endOldAudit({ db, clock }: Deps): Promise<void> {
  await deleteEndedNames(db, clock.now());
  while ((await deleteStretches(db, expiredBefore(clock.now(), 'auditLog'), ENDING)) === ENDING);
}

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
