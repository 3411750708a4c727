import type { RevenueSummary } from '@drumbeat/contract/metrics/metrics.ts';
import { formatMoney } from '@drumbeat/contract/money.rules.ts';
import styles from './metrics.module.css';
import { strings } from './metrics.strings.ts';

/** The months of a year as bars; one image for screen readers, since the table below has the same figures. */
export function RevenueChart({ summary: { currency, year, monthly } }: { summary: RevenueSummary }) {
  const amounts = monthly.map(({ revenue }) => revenue);
  const highest = Math.max(0, ...amounts);
  const lowest = Math.min(0, ...amounts);
  const money = (amount: number) => formatMoney(amount, currency);
  const share = (amount: number) => `${(100 * amount) / (highest - lowest || 1)}%`;
  return (
    <div role="img" aria-label={strings.chart(currency.toUpperCase(), year)} className={styles.chart}>
      <div className={styles.scale}>
        <span>{money(highest)}</span>
        <span>{money(lowest)}</span>
      </div>
      {monthly.map(({ month, revenue }) => (
        <div key={month} className={styles.month} title={`${month}: ${money(revenue)}`}>
          <div className={styles.column}>
            <div
              className={styles.amount}
              style={{ height: share(Math.abs(revenue)), bottom: share(Math.min(0, revenue) - lowest) }}
            />
          </div>
          {month.slice(5)}
        </div>
      ))}
    </div>
  );
}
