import type { RevenueSummary } from '@drumbeat/contract/metrics/metrics.ts';
import { formatMoney } from '@drumbeat/contract/money.rules.ts';
import { BarChart } from '@mantine/charts';
import '@mantine/charts/styles.layer.css';
import styles from './metrics.module.css';
import { strings } from './metrics.strings.ts';

/** The months of a year as bars; one image for screen readers, since the table below has the same figures. */
export function RevenueChart({ summary }: { summary: RevenueSummary }) {
  const { currency, year, monthly } = summary;
  return (
    <div role="img" aria-label={strings.chart(currency.toUpperCase(), year)} className={styles.chart}>
      <BarChart
        h={220}
        data={monthly.map(({ month, revenue }) => ({ month: month.slice(5), revenue }))}
        dataKey="month"
        series={[{ name: 'revenue', label: strings.revenue, color: 'indigo.6' }]}
        valueFormatter={(value) => formatMoney(value, currency)}
        yAxisProps={{ width: 80 }}
        barChartProps={{ accessibilityLayer: false }}
        barProps={{ isAnimationActive: false }}
      />
    </div>
  );
}
