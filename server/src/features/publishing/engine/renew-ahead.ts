import { selectDueWithin } from '../lanes/lanes.store.ts';
import type { PublishingDeps } from '../publishing.deps.ts';

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
