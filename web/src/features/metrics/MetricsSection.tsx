import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../api/query.ts';
import { Facts } from '../console/Facts.tsx';
import { RowSkeletons } from '../console/list/RowSkeletons.tsx';
import { StaffError } from '../console/StaffError.tsx';
import { Growth } from './Growth.tsx';
import { strings } from './metrics.strings.ts';
import { Operations } from './Operations.tsx';
import { Revenue } from './Revenue.tsx';

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
