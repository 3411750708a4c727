import { Checkbox } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { describeError, requestIdOf } from '../../api/errors.ts';
import { queryOf, useCurrentUser } from '../../api/query.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorBox } from '../../ui/ErrorBox.tsx';
import { Page } from '../../ui/Page.tsx';
import { Section } from '../../ui/Section.tsx';
import { Skeleton, Skeletons } from '../../ui/Skeletons.tsx';
import { AdminGate } from './AdminGate.tsx';
import { strings } from './admin.strings.ts';
import { customerFacts } from './customer.facts.tsx';
import { Facts } from './Facts.tsx';

export function CustomerPage() {
  return (
    <AdminGate>
      <Profile />
    </AdminGate>
  );
}

function Profile() {
  const [query] = useSearchParams();
  const [isOpen, setOpen] = useState(false);
  const id = query.get('id') ?? '';
  const tab = query.get('tab') ?? 'overview';
  if (!/^[1-9]\d{0,14}$/.test(id)) {
    return (
      <Page title={strings.customer}>
        <EmptyState>{strings.missingId}</EmptyState>
      </Page>
    );
  }
  const toggle = (
    <Checkbox
      label={isOpen ? strings.hideSensitive : strings.showSensitive}
      checked={isOpen}
      onChange={(event) => setOpen(event.currentTarget.checked)}
    />
  );
  return (
    <Page title={strings.customer} lead={`User ${id}`} actions={toggle}>
      {tab === 'overview' ? (
        <Overview key={id} id={id} sensitive={isOpen} />
      ) : (
        <EmptyState>{strings.comingSoon}</EmptyState>
      )}
    </Page>
  );
}

function Overview({ id, sensitive }: { id: string; sensitive: boolean }) {
  const { timeZone } = useCurrentUser();
  const overview = useQuery({
    ...queryOf('GET /api/admin/users/:id/overview', {
      params: { id },
      query: { sensitive: sensitive ? 'true' : 'false' },
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
