import { Page } from '../../ui/Page.tsx';
import { MaintenanceControls } from '../maintenance/MaintenanceControls.tsx';
import { AdminGate } from './AdminGate.tsx';
import { strings } from './admin.strings.ts';
import { ConsoleSection } from './ConsoleSection.tsx';
import { CustomerSection } from './CustomerSection.tsx';
import { OverviewSection } from './OverviewSection.tsx';
import { useMay } from './staff.query.ts';

export function AdminPage() {
  return (
    <AdminGate>
      <Console />
    </AdminGate>
  );
}

/** The console: the sections that this member of staff may use. */
function Console() {
  const mayCustomers = useMay('GET /api/admin/users/:id/overview');
  const mayMaintenance = useMay('POST /api/maintenance/schedule');
  return (
    <Page title={strings.title}>
      <ConsoleSection title={strings.overview} openAtFirst>
        <OverviewSection />
      </ConsoleSection>
      {mayCustomers ? (
        <ConsoleSection title={strings.customer}>
          <CustomerSection />
        </ConsoleSection>
      ) : null}
      {mayMaintenance ? (
        <ConsoleSection title={strings.maintenance}>
          <MaintenanceControls />
        </ConsoleSection>
      ) : null}
    </Page>
  );
}
