import type { CallOutput } from '@drumbeat/contract/calls.ts';
import { formatMoney } from '@drumbeat/contract/money.rules.ts';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../api/query.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Facts } from '../console/Facts.tsx';
import { DataTable } from '../console/list/DataTable.tsx';
import { ReadState } from '../console/ReadState.tsx';
import { Block } from './Block.tsx';
import { dollars, latenessRows } from './metrics.rules.ts';
import { strings } from './metrics.strings.ts';

type Operating = CallOutput<'GET /api/admin/metrics/operations'>;
type Counted = Operating['failed'][number];

/** The state of publishing, its costs, and the backlog. */
export function Operations() {
  const query = useQuery(queryOf('GET /api/admin/metrics/operations'));
  return (
    <ReadState read={query} failed={strings.failed}>
      {(operating) => <Operating {...operating} />}
    </ReadState>
  );
}

function Operating({ days, failed, lateness, costs, backlog, forecast }: Operating) {
  return (
    <Block title={strings.operations} note={`The last ${days} days, in UTC.`}>
      <h4>{strings.lateness}</h4>
      <Counts label={strings.lateness} rows={latenessRows(lateness)} none={strings.noPosts} />
      <h4>{strings.failures}</h4>
      <Counts label={strings.failures} rows={failed} none={strings.noFailures} />
      <h4>{strings.costs}</h4>
      <Costs rows={costs} />
      <p>
        At the pace of the last 7 days, X will cost {dollars(forecast.x_micros)} of credits in 30 days, and
        the model {dollars(forecast.model_micros)}.
      </p>
      <h4>{strings.waiting}</h4>
      <Facts
        facts={[
          ['Publishing', backlog.stopped ? 'Stopped: X is not accepting posts' : 'Running'],
          ['Posts due', backlog.due],
          ['Oldest overdue', `${backlog.overdue_seconds} s`],
          ['Outcome unknown', backlog.unknown],
          ['Posts held', inWords(backlog.held)],
          ['Jobs waiting', inWords(backlog.jobs)],
        ]}
      />
    </Block>
  );
}

function inWords(counts: readonly Counted[]): string {
  const some = counts.filter(({ count }) => count > 0);
  return some.map(({ label, count }) => `${label} ${count}`).join(', ') || 'None';
}

function Counts({ label, rows, none }: { label: string; rows: readonly Counted[]; none: string }) {
  if (rows.length === 0) return <EmptyState>{none}</EmptyState>;
  return (
    <DataTable
      label={label}
      rows={rows}
      rowKey={(row) => row.label}
      columns={[
        { name: 'What', cell: (row) => row.label },
        { name: 'Posts', cell: ({ count }) => count.toLocaleString('en-US'), isFigure: true },
      ]}
    />
  );
}

function Costs({ rows }: { rows: Operating['costs'] }) {
  if (rows.length === 0) return <EmptyState>{strings.noCosts}</EmptyState>;
  return (
    <DataTable
      label={strings.costs}
      rows={rows}
      rowKey={({ tier }) => tier}
      columns={[
        { name: 'Plan', cell: ({ tier }) => tier },
        { name: 'X', cell: (row) => dollars(row.x_micros), isFigure: true },
        { name: 'Model', cell: (row) => dollars(row.model_micros), isFigure: true },
        {
          name: 'Revenue',
          cell: ({ revenue }) =>
            revenue.map(({ amount, currency }) => formatMoney(amount, currency)).join(', ') || '–',
          isFigure: true,
        },
      ]}
    />
  );
}
