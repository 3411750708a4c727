import type { CustomerOverview } from '@drumbeat/contract/admin/admin.ts';
import { staffMay } from '@drumbeat/contract/staff-roles.ts';
import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChevronLeft, Eye } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { call } from '../../../api/client.ts';
import { queryOf } from '../../../api/query.ts';
import { customerPath, paths } from '../../../base/paths.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { Page } from '../../../ui/layout/Page.tsx';
import { openViewTab } from '../../auth/hand-over-view.ts';
import { RowSkeletons } from '../../console/list/RowSkeletons.tsx';
import { StaffError } from '../../console/StaffError.tsx';
import { useSensitive } from '../../console/sensitive.ts';
import { useMay } from '../../console/staff.query.ts';
import { AdminGate } from '../AdminGate.tsx';
import { strings as fixed } from '../admin.strings.ts';
import { StaffBar } from '../StaffBar.tsx';
import { CustomerActions, useAsk } from './CustomerActions.tsx';
import { BillingTab } from './CustomerBilling.tsx';
import { EmailsTab } from './CustomerEmails.tsx';
import { OverviewTab } from './CustomerOverview.tsx';
import { PostsTab } from './CustomerPosts.tsx';
import { SecurityTab } from './CustomerSecurity.tsx';
import { CustomerTimeline } from './CustomerTimeline.tsx';
import styles from './customer.module.css';
import type { TabProps } from './customer.rules.ts';
import { statusOfCustomer } from './customer.rules.ts';
import { strings, type Tab, tabNames } from './customer.strings.ts';

export function CustomerPage() {
  return (
    <AdminGate>
      <Profile />
    </AdminGate>
  );
}

const tabs: Record<Tab, (props: TabProps) => React.ReactNode> = {
  overview: OverviewTab,
  billing: BillingTab,
  posts: PostsTab,
  emails: EmailsTab,
  security: SecurityTab,
};

function Profile() {
  const [query] = useSearchParams();
  const id = query.get('id') ?? '';
  if (!/^[1-9]\d{0,14}$/.test(id)) {
    return (
      <Page title={fixed.customer} actions={<Back />}>
        <EmptyState>{fixed.missingId}</EmptyState>
      </Page>
    );
  }
  return (
    <CustomerActions key={id} id={id}>
      <Customer id={id} tab={query.get('tab') ?? 'overview'} />
    </CustomerActions>
  );
}

function Customer({ id, tab }: { id: string; tab: string }) {
  const sensitive = useSensitive();
  const overview = useQuery({
    ...queryOf('GET /api/admin/users/:id/overview', { params: { id }, query: { sensitive } }),
    placeholderData: keepPreviousData,
  });
  const user = overview.data?.user;
  const Content = Object.hasOwn(tabs, tab) ? tabs[tab as Tab] : null;
  const status = user && statusOfCustomer(user);
  return (
    <Page
      title={fixed.customer}
      lead={user ? `User ${id} · ${user.email} · ${status}` : `User ${id}`}
      actions={
        <>
          <Back />
          {user ? <ViewAs user={user} /> : null}
          <StaffBar />
        </>
      }
      dense
    >
      <nav className={styles.tabs} aria-label={strings.tabs}>
        {Object.entries(tabNames).map(([name, words]) => (
          <Link
            key={name}
            to={customerPath(id, name === 'overview' ? {} : { tab: name })}
            aria-current={name === tab ? 'page' : undefined}
          >
            {words}
          </Link>
        ))}
      </nav>
      {overview.isError ? (
        <StaffError error={overview.error} fallback={fixed.customerFailed} onRetry={overview.refetch} />
      ) : null}
      {overview.isPending ? <RowSkeletons label="Loading the customer" /> : null}
      {user ? (
        <div className={styles.columns}>
          <div className={styles.content}>
            {Content ? <Content user={user} /> : <EmptyState>{fixed.comingSoon}</EmptyState>}
          </div>
          <CustomerTimeline id={id} />
        </div>
      ) : null}
    </Page>
  );
}

function Back() {
  return (
    <Link to={paths.admin} className={styles.back}>
      <ChevronLeft size={16} aria-hidden />
      {strings.back}
    </Link>
  );
}

/** Opens the customer's view in another tab. Staff accounts cannot be viewed. */
function ViewAs({ user }: { user: Pick<CustomerOverview, 'id' | 'roles'> }) {
  const ask = useAsk();
  const mayView = useMay('POST /api/admin/users/:id/view-as');
  if (!mayView || staffMay(user.roles, 'GET /api/admin/me/roles')) return null;
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<Eye size={16} aria-hidden />}
      onClick={() =>
        ask({
          title: strings.viewTitle,
          text: strings.viewText,
          confirmLabel: strings.viewConfirm,
          fallback: strings.viewFailed,
          run: (reason) => beginView(user.id, reason),
        })
      }
    >
      {strings.viewAs}
    </Button>
  );
}

/**
 * Opens a view of a customer in a new tab; must be called within a click. Throws if the server refuses, the
 * browser blocks the tab, or the tab is closed at once; in that case the view is ended again.
 */
async function beginView(id: string, reason: string): Promise<{ message: string }> {
  const tab = openViewTab();
  if (!tab) throw new Error('The browser blocked the tab.');
  let token: string | undefined;
  try {
    ({ token } = await call('POST /api/admin/users/:id/view-as', { params: { id }, body: { reason } }));
    await tab.handOver(token);
  } catch (error) {
    tab.close();
    if (token) await call('POST /api/auth/signout', {}, { token }).catch(() => undefined);
    throw error;
  }
  return { message: strings.viewOpened };
}
