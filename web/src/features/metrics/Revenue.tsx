import type { RevenueSummary } from '@drumbeat/contract/metrics/metrics.ts';
import { formatMoney } from '@drumbeat/contract/money.rules.ts';
import { NativeSelect } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { requestIdOf } from '../../api/errors.ts';
import { queryOf } from '../../api/query.ts';
import { LoadingButton } from '../../ui/buttons/LoadingButton.tsx';
import { ErrorBox } from '../../ui/feedback/ErrorBox.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { DataTable } from '../console/list/DataTable.tsx';
import { useFilters } from '../console/list/useFilters.ts';
import { StaffError } from '../console/StaffError.tsx';
import { Block } from './Block.tsx';
import styles from './metrics.module.css';
import { exportFault, yearsUpTo } from './metrics.rules.ts';
import { strings } from './metrics.strings.ts';

/** The months of a year as bars; one image for screen readers, since the table below has the same figures. */
function RevenueChart({ summary: { currency, year, monthly } }: { summary: RevenueSummary }) {
  const amounts = monthly.map(({ revenue }) => revenue);
  const highest = Math.max(0, ...amounts);
  const lowest = Math.min(0, ...amounts);
  const money = (amount: number) => formatMoney(amount, currency);
  const share = (amount: number) => `${(100 * amount) / (highest - lowest || 1)}%`;
  return (
    <div role="img" aria-label={strings.chart(currency.toUpperCase(), year)} className={styles.chart}>
      <div className={styles.scale}>
        <span>{highest > lowest ? money(highest) : null}</span>
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

/** Revenue of a year by month: as a chart, a table, and a download. */
export function Revenue() {
  const years = yearsUpTo(new Date());
  const [filters, setFilters] = useFilters('metrics', { year: years[0] ?? '', currency: '' });
  const { year, currency } = filters;
  const query = { year, ...(currency ? { currency } : {}) };
  const revenue = useQuery({
    ...queryOf('GET /api/admin/metrics/revenue', { query }),
    placeholderData: keepPreviousData,
  });
  const { data } = revenue;
  const currencies = data ? [...new Set([data.currency, ...data.currencies])] : [];
  return (
    <Block title={strings.revenue} note={strings.revenueNote}>
      <div className={styles.bar}>
        <NativeSelect
          size="xs"
          label={strings.year}
          data={years}
          value={year}
          onChange={(event) => setFilters({ year: event.currentTarget.value })}
        />
        {currencies.length > 1 ? (
          <NativeSelect
            size="xs"
            label={strings.currency}
            data={currencies.map((value) => ({ value, label: value.toUpperCase() }))}
            value={data?.currency}
            onChange={(event) => setFilters({ currency: event.currentTarget.value })}
          />
        ) : null}
        <Export year={year} />
      </div>
      {revenue.isError ? (
        <StaffError error={revenue.error} fallback={strings.failed} onRetry={revenue.refetch} />
      ) : null}
      {data ? <Year summary={data} /> : null}
    </Block>
  );
}

function Year({ summary }: { summary: RevenueSummary }) {
  const money = (amount: number) => formatMoney(amount, summary.currency);
  const total = { month: 'Total', revenue: summary.total, paidInvoiceCount: summary.paidInvoiceCount };
  return (
    <>
      <RevenueChart summary={summary} />
      <DataTable
        label={`Revenue of ${summary.year}`}
        isSmall
        rows={[...summary.monthly, total]}
        rowKey={({ month }) => month}
        columns={[
          { name: 'Month', cell: ({ month }) => month },
          { name: 'Revenue', cell: ({ revenue }) => money(revenue), isFigure: true },
          { name: 'Paid invoices', cell: ({ paidInvoiceCount }) => paidInvoiceCount, isFigure: true },
        ]}
      />
    </>
  );
}

function Export({ year }: { year: string }) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);

  async function save(): Promise<void> {
    setBusy(true);
    setError(null);
    try {
      const file = await call('GET /api/admin/metrics/revenue/export', { query: { year } });
      saveFile(file instanceof File ? file.name : `revenue-${year}.csv`, file);
    } catch (refusal) {
      setError(refusal);
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <LoadingButton size="xs" variant="default" loading={isBusy} onClick={() => void save()}>
        {strings.exportCsv}
      </LoadingButton>
      {error !== null ? <ErrorBox what={exportFault(error)} requestId={requestIdOf(error)} /> : null}
    </>
  );
}
