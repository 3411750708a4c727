import { selectDueWithin } from '../lanes/lanes.store.ts';
import type { EngineDeps, PublishingDeps } from '../publishing.deps.ts';
import { selectEnded } from './workers.store.ts';

const MINUTE_MS = 60_000;
/**
 * Renew the token of an account whose next post is due within this time, so that the post need not wait for
 * it.
 */
const AHEAD_MS = 20 * MINUTE_MS;
/** How long such a token must remain valid: until the post is published. */
const LASTS_MS = AHEAD_MS + 5 * MINUTE_MS;
const ACCOUNTS_AT_A_TIME = 500;
/** When to leave the rest to the next run, which begins with what is due soonest. */
const STOP_AFTER_MS = 50_000;

/**
 * After this time X has handled anything a killed process sent, and a process that only lost its connection
 * is back.
 */
const RELEASE_AFTER_MS = 5_000;

/**
 * Renews the tokens of accounts whose next post is due soon, so that no post waits for its token. Renewals
 * that X does not answer in time are retried in the next run, or when the post is due.
 */
export async function renewAhead(
  deps: Pick<PublishingDeps, 'db' | 'clock' | 'tokens'>,
  stopAfterMs = STOP_AFTER_MS,
): Promise<void> {
  const started = performance.now();
  const until = new Date(deps.clock.now().getTime() + AHEAD_MS);
  let after = { readyAt: new Date(0), accountId: 0 };
  while (performance.now() - started < stopAfterMs) {
    const page = await selectDueWithin(deps.db, { after, until, limit: ACCOUNTS_AT_A_TIME });
    await deps.tokens.renewEnding(
      page.map(({ accountId }) => accountId),
      LASTS_MS,
    );
    const last = page.at(-1);
    if (!last || page.length < ACCOUNTS_AT_A_TIME) return;
    after = last;
  }
}

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
