import type { CreditState } from '@drumbeat/contract/costs/costs.admin.ts';
import { formatMicros } from '@drumbeat/contract/costs/costs.rules.ts';
import { Gauge } from 'prom-client';
import type { Platform } from '../../platform/platform.ts';
import type { CostsDeps } from './costs.deps.ts';
import { LOOK_AHEAD_DAYS, lowCreditsText } from './forecast.rules.ts';
import { getCredits } from './get-credits.ts';

type WatchDeps = CostsDeps & Pick<Platform, 'log' | 'metrics'>;

/** Scrapes and health checks share one reading. */
const KEEP_MS = 30_000;

/**
 * Adds the credits at X to this process's metrics, read on each scrape. Returns the warnings for health: a
 * sentence if the credits end soon. Unreadable values are omitted.
 */
export function registerCreditMetrics(deps: WatchDeps): { warnings(): Promise<string[]> } {
  let latest: { at: number; reading: Promise<CreditState | undefined> } | undefined;

  function read(): Promise<CreditState | undefined> {
    const at = deps.clock.now().getTime();
    if (!latest || Math.abs(at - latest.at) >= KEEP_MS) {
      const reading = getCredits(deps).catch((error: unknown) => {
        deps.log.warn({ err: String(error) }, 'could not read the credits for metrics');
        return undefined;
      });
      latest = { at, reading };
    }
    return latest.reading;
  }

  function gauge(name: string, help: string, pick: (credits: CreditState) => number | null): void {
    new Gauge({
      name,
      help,
      registers: [deps.metrics.registry],
      async collect() {
        const credits = await read();
        const value = credits && pick(credits);
        if (typeof value === 'number') this.set(value);
        else this.remove();
      },
    });
  }

  gauge(
    'drumbeat_x_credits_dollars',
    'Remaining X credits by our ledger, once staff recorded a balance',
    (credits) => (credits.balance_micros === null ? null : credits.balance_micros / 1_000_000),
  );
  gauge(
    'drumbeat_x_credits_days',
    `How many days the X credits last, capped at ${LOOK_AHEAD_DAYS}`,
    (credits) => (credits.balance_micros === null ? null : (credits.days_left ?? LOOK_AHEAD_DAYS)),
  );
  gauge(
    'drumbeat_x_credits_low',
    '1 while the X credits last fewer days than the alarm threshold, else 0',
    (credits) => (credits.is_low ? 1 : 0),
  );

  return {
    async warnings() {
      const credits = await read();
      if (!credits?.is_low) return [];
      return [lowCreditsText(formatMicros(credits.balance_micros ?? 0), credits.days_left)];
    },
  };
}
