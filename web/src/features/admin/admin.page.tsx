import { staffMay } from '@drumbeat/contract/staff.ts';
import { Page } from '../../ui/layout/Page.tsx';
import { ConsoleSection } from '../console/ConsoleSection.tsx';
import { useStaff } from '../console/staff.query.ts';
import { useOpenSections } from '../console/useOpenSections.ts';
import { CreditsBanner } from '../costs/CreditsBanner.tsx';
import { AdminGate } from './AdminGate.tsx';
import { strings } from './admin.strings.ts';
import { StaffBar } from './StaffBar.tsx';
import { sections } from './sections.tsx';

export function AdminPage() {
  return (
    <AdminGate>
      <Console />
    </AdminGate>
  );
}

/** The console with the sections that this member of staff may use. */
function Console() {
  const roles = useStaff().data?.roles ?? [];
  const { isOpen, toggle } = useOpenSections();
  return (
    <Page title={strings.title} actions={<StaffBar />} dense>
      <CreditsBanner roles={roles} />
      {sections
        .filter(({ call }) => staffMay(roles, call))
        .map(({ id, title, Content }) => (
          <ConsoleSection
            key={id}
            id={id}
            title={title}
            isOpen={isOpen(id)}
            onToggle={(to) => toggle(id, to)}
          >
            <Content />
          </ConsoleSection>
        ))}
    </Page>
  );
}
