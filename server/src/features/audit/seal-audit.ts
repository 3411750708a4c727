import { type Db, inTransaction } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { expiredBefore } from '../../platform/retention.ts';
import { deleteEndedNames } from './audit.store.ts';
import { deleteStretches, insertSeal, lockSeals } from './seals.store.ts';

type Deps = Pick<Platform, 'db' | 'clock'>;

/** Entries of one stretch at most. */
const STRETCH = 1_000;
/** Stretches that end in one go. */
const ENDING = 100;
const EVERY_MS = 5_000;

/**
 * Seals what has been written since the last time, in stretches of at most 1000 entries; returns how many. Does nothing
 * while another process seals. No entry waits for it: it takes what is committed, in whatever order that was.
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

/** Seals every 5 seconds until it is stopped. */
export function startSealer(deps: Deps & Pick<Platform, 'log'>): { stop(): Promise<void> } {
  let round: Promise<unknown> = Promise.resolve();
  let isBusy = false;
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    round = sealAudit(deps)
      .catch((error: unknown) => deps.log.warn({ err: String(error) }, 'the audit log was not sealed'))
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
 * Ends whole sealed stretches that have served their time, of which the seal after them keeps the hash that they end in,
 * and what names strangers.
 */
export async function endOldAudit({ db, clock }: Deps): Promise<void> {
  await deleteEndedNames(db, clock.now());
  while ((await deleteStretches(db, expiredBefore(clock.now(), 'auditLog'), ENDING)) === ENDING);
}
