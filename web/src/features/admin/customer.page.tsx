import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { describeError, requestIdOf } from '../../api/errors.ts';
import { queryOf, useCurrentUser } from '../../api/query.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorBox } from '../../ui/ErrorBox.tsx';
import { Page } from '../../ui/Page.tsx';
import { Section } from '../../ui/Section.tsx';
import { Skeleton, Skeletons } from '../../ui/Skeletons.tsx';
import { Facts } from '../console/Facts.tsx';

import { useSensitive } from '../console/sensitive.ts';
import { AdminGate } from './AdminGate.tsx';
import { strings } from './admin.strings.ts';
import { customerFacts } from './customer.facts.tsx';
import { StaffBar } from './StaffBar.tsx';

export function CustomerPage() {
  return (
    <AdminGate>
      <Profile />
    </AdminGate>
  );
}

function Profile() {
  const [query] = useSearchParams();
  const id = query.get('id') ?? '';
  const tab = query.get('tab') ?? 'overview';
  if (!/^[1-9]\d{0,14}$/.test(id)) {
    return (
      <Page title={strings.customer}>
        <EmptyState>{strings.missingId}</EmptyState>
      </Page>
    );
  }
  return (
    <Page title={strings.customer} lead={`User ${id}`} actions={<StaffBar />}>
      {tab === 'overview' ? <Overview key={id} id={id} /> : <EmptyState>{strings.comingSoon}</EmptyState>}
    </Page>
  );
}

function Overview({ id }: { id: string }) {
  const sensitive = useSensitive();
  const { timeZone } = useCurrentUser();
  const overview = useQuery({
    ...queryOf('GET /api/admin/users/:id/overview', {
      params: { id },
      query: { sensitive },
    }),
    placeholderData: keepPreviousData,
  });
  if (overview.isError) {
    return (
      <ErrorBox
        what={strings.customerFailed}
        message={describeError(overview.error, '')}
        requestId={requestIdOf(overview.error)}
        onRetry={() => void overview.refetch()}
      />
    );
  }
  if (!overview.data) {
    return (
      <Skeletons label="Loading the customer">
        <Skeleton height={180} />
        <Skeleton height={180} />
      </Skeletons>
    );
  }
  return customerFacts(overview.data.user, timeZone).map(({ title, facts }) => (
    <Section key={title} title={title}>
      <Facts facts={facts} />
    </Section>
  ));
}
