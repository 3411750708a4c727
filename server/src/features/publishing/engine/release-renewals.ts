import type { EngineDeps } from '../publishing.deps.ts';
import { selectEnded } from './workers.store.ts';

/**
 * After this time X has handled anything a killed process sent, and a process that only lost its connection
 * is back.
 */
const RELEASE_AFTER_MS = 5_000;

/**
 * Ends the token renewals of killed processes. Otherwise their accounts would wait until the claims expire.
 */
export type RenewalReleaser = {
  /** Adds instances that were probably killed. */
  add(instances: readonly string[]): void;
  stop(): void;
};

export function createRenewalReleaser(
  deps: Pick<EngineDeps, 'clock' | 'db' | 'log' | 'tokens'>,
): RenewalReleaser {
  const planned = new Set<() => void>();

  async function release(instances: readonly string[]): Promise<void> {
    const ended = await selectEnded(deps.db, instances);
    const count = ended.length > 0 ? await deps.tokens.releaseOf(ended) : 0;
    if (count > 0) deps.log.warn({ count }, 'released token renewals of killed processes');
  }

  return {
    add(instances) {
      if (instances.length === 0) return;
      const callOff = deps.clock.after(RELEASE_AFTER_MS, () => {
        planned.delete(callOff);
        release(instances).catch((error: unknown) =>
          deps.log.warn(
            { err: String(error) },
            'could not release token renewals of killed processes; they wait until their claims expire',
          ),
        );
      });
      planned.add(callOff);
    },
    stop() {
      for (const callOff of planned) callOff();
      planned.clear();
    },
  };
}
