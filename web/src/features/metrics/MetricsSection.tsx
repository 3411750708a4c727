import type { CallOutput } from '@drumbeat/contract/calls.ts';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../api/query.ts';
import { Facts } from '../console/Facts.tsx';
import { DataTable } from '../console/list/DataTable.tsx';
import { RowSkeletons } from '../console/list/RowSkeletons.tsx';
import { ReadState } from '../console/ReadState.tsx';
import { StaffError } from '../console/StaffError.tsx';
import { Block } from './Block.tsx';
import { percent, sinceFirst } from './metrics.rules.ts';
import { strings } from './metrics.strings.ts';
import { Operations } from './Operations.tsx';
import { Revenue } from './Revenue.tsx';

type Growing = CallOutput<'GET /api/admin/metrics/growth'>;

/** Trials, conversion, churn, and cohorts by sign-up month. */
function Growth() {
  const growth = useQuery(queryOf('GET /api/admin/metrics/growth'));
  return (
    <ReadState read={growth} failed={strings.failed}>
      {({ months, cohorts }) => (
        <>
          <Block title={strings.growth}>
            <Months rows={sinceFirst(months).toReversed()} />
          </Block>
          <Block title={strings.cohorts} note={strings.cohortsNote}>
            <Cohorts rows={sinceFirst(cohorts).toReversed()} />
          </Block>
        </>
      )}
    </ReadState>
  );
}

function Months({ rows }: { rows: Growing['months'] }) {
  return (
    <DataTable
      label={strings.growth}
      rows={rows}
      rowKey={({ month }) => month}
      columns={[
        { name: 'Month', cell: ({ month }) => month },
        { name: 'Signed up', cell: (row) => row.signed_up, isFigure: true },
        { name: 'Trials', cell: (row) => row.trials_started, isFigure: true },
        { name: 'Converted', cell: (row) => row.trials_converted, isFigure: true },
        {
          name: 'Conversion',
          cell: (row) => percent(row.trials_converted, row.trials_converted + row.trials_lapsed),
          isFigure: true,
        },
        { name: 'Subscribed', cell: (row) => row.subscriptions_started, isFigure: true },
        { name: 'Churned', cell: (row) => row.subscriptions_ended, isFigure: true },
      ]}
    />
  );
}

function Cohorts({ rows }: { rows: Growing['cohorts'] }) {
  return (
    <DataTable
      label={strings.cohorts}
      rows={rows}
      rowKey={({ month }) => month}
      columns={[
        { name: 'Signed up in', cell: ({ month }) => month },
        { name: 'People', cell: (row) => row.signed_up, isFigure: true },
        { name: 'Trials', cell: (row) => row.trials, isFigure: true },
        { name: 'Converted', cell: (row) => row.converted, isFigure: true },
        { name: 'Subscribed', cell: (row) => row.subscribed, isFigure: true },
        { name: 'Of all', cell: (row) => percent(row.subscribed, row.signed_up), isFigure: true },
        { name: 'Ended', cell: (row) => row.ended, isFigure: true },
      ]}
    />
  );
}

const figure = (count: number): string => count.toLocaleString('en-US');

/** The business metrics: people, money, trials, posts and their costs. */
export function MetricsSection() {
  const summary = useQuery(queryOf('GET /api/admin/metrics/summary'));
  const people = useQuery(queryOf('GET /api/admin/metrics/subscribers'));
  const failed = summary.isError ? summary : people;
  return (
    <>
      {failed.isError ? (
        <StaffError error={failed.error} fallback={strings.failed} onRetry={failed.refetch} />
      ) : null}
      {summary.data && people.data ? (
        <Facts
          facts={[
            ['Users', figure(summary.data.users)],
            ['Active subscribers', figure(people.data.active)],
            ['In trial', figure(summary.data.trials)],
            ['Inactive', figure(people.data.inactive)],
            ['Ever subscribed', figure(people.data.hasEverSubscribed)],
            ['Posts published', figure(summary.data.posted_posts)],
            ['Posts failed', figure(summary.data.failed_posts)],
          ]}
        />
      ) : null}
      {summary.isPending || people.isPending ? <RowSkeletons label={strings.loading} /> : null}
      <Revenue />
      <Growth />
      <Operations />
    </>
  );
}
