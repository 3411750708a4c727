import { useQuery } from '@tanstack/react-query';
import { queryOf, useCurrentUser } from '../../api/query.ts';
import { Skeleton } from '../../ui/feedback/Skeletons.tsx';
import { Facts } from '../console/Facts.tsx';
import { StaffError } from '../console/StaffError.tsx';
import { useMay } from '../console/staff.query.ts';
import { useMaintenance } from '../maintenance/maintenance.query.ts';
import { WindowTimes } from '../maintenance/WindowsTable.tsx';
import { strings } from './admin.strings.ts';

/** The maintenance status and, for staff who may see it, the health of the service. */
export function OverviewSection() {
  const { timeZone } = useCurrentUser();
  const { data: maintenance } = useMaintenance();
  const window = maintenance?.window;
  return (
    <>
      <Facts
        facts={[
          ['Maintenance active', maintenance?.active ? 'Yes' : 'No'],
          [
            'Window',
            window ? <WindowTimes key="times" window={window} timeZone={timeZone} /> : 'None planned',
          ],
        ]}
      />
      {useMay('GET /api/health/full') ? <Health /> : null}
    </>
  );
}

/** The labels shown for a healthy service; a warning adds one. */
const HEALTH = ['Status', 'Environment', 'Database', 'Migrations', 'Worker', 'Oldest overdue post'];

function Health() {
  const health = useQuery({
    ...queryOf('GET /api/health/full'),
    refetchInterval: 30_000,
  });
  // How it was a moment ago says nothing about a service that cannot be asked.
  if (health.isError) {
    return <StaffError error={health.error} fallback={strings.healthFailed} onRetry={health.refetch} />;
  }
  if (!health.data) return <WaitingFacts label="Loading health" of={HEALTH} />;
  const { status, environment, database, checks, oldestOverdueSeconds, warnings } = health.data;
  return (
    <Facts
      facts={[
        ['Status', status === 'healthy' ? 'Healthy' : 'Unhealthy'],
        ['Environment', environment],
        ['Database', database],
        ['Migrations', checks.migrations ?? 'unknown'],
        ['Worker', checks.worker ?? 'unknown'],
        [
          'Oldest overdue post',
          oldestOverdueSeconds > 0 ? `${Math.round(oldestOverdueSeconds)} s late` : 'none',
        ],
        ...warnings.map((warning): [string, string] => ['Warning', warning]),
      ]}
    />
  );
}

/** Placeholders of the same height as the facts being loaded, so that nothing below them moves. */
function WaitingFacts({ label, of }: { label: string; of: readonly string[] }) {
  return (
    <div role="status">
      <span className="visually-hidden">{label}</span>
      <Facts facts={of.map((name) => [name, <Skeleton key={name} width={72} />])} />
    </div>
  );
}
