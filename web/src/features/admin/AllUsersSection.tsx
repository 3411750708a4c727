import { customerPageSizes, customerStatuses } from '@drumbeat/contract/customers.ts';
import { NativeSelect } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryOf } from '../../api/query.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Filters } from '../console/Filters.tsx';
import { Pager } from '../console/Pager.tsx';
import { RowSkeletons } from '../console/RowSkeletons.tsx';
import { SearchField } from '../console/SearchField.tsx';
import { StaffError } from '../console/StaffError.tsx';
import { useSensitive } from '../console/sensitive.ts';
import { useFilters } from '../console/useFilters.ts';
import { CustomerPanel } from './CustomerPanel.tsx';
import { CustomersTable } from './CustomersTable.tsx';

type Status = (typeof customerStatuses)[number];
const statusNames: Record<Status, string> = {
  all: 'All',
  trial: 'Trial',
  subscribed: 'Subscribed',
  inactive: 'Inactive',
  canceling: 'Canceling',
  canceled: 'Canceled',
};

/** Every customer, by status and by a part of the email. */
export function AllUsersSection() {
  const [filters, setFilters] = useFilters('users', {
    status: 'all',
    q: '',
    page: '1',
    limit: '50',
    user: '',
  });
  const sensitive = useSensitive();
  const status = customerStatuses.find((each) => each === filters.status) ?? 'all';
  const { q, page, limit } = filters;
  const list = useQuery({
    ...queryOf('GET /api/admin/users/all', { query: { status, q, page, limit, sensitive } }),
    placeholderData: keepPreviousData,
  });
  const rows = list.data?.users;
  const opened = rows?.find(({ id }) => id === filters.user);
  return (
    <>
      <Filters>
        <NativeSelect
          size="xs"
          label="Status"
          data={customerStatuses.map((value) => ({ value, label: statusNames[value] }))}
          value={status}
          onChange={(event) => setFilters({ status: event.currentTarget.value })}
        />
        <SearchField label="Email" value={q} onSearch={(words) => setFilters({ q: words })} />
      </Filters>
      {list.isError ? (
        <StaffError error={list.error} fallback="Failed to load users" onRetry={list.refetch} />
      ) : null}
      {list.isPending ? <RowSkeletons label="Loading users" /> : null}
      {rows?.length === 0 && !list.isError ? <EmptyState>No users match.</EmptyState> : null}
      {rows?.length && !list.isError ? (
        <CustomersTable
          label="All users"
          rows={rows}
          openId={filters.user}
          onOpen={({ id }) => setFilters({ user: id, page })}
        />
      ) : null}
      {rows?.length || page !== '1' ? (
        <Pager
          what="users"
          page={Number(page)}
          nextPage={list.data?.nextPage ?? null}
          onPage={(to) => setFilters({ page: String(to) })}
          sizes={customerPageSizes}
          size={Number(limit)}
          onSize={(to) => setFilters({ limit: String(to) })}
        />
      ) : null}
      {opened ? <CustomerPanel row={opened} onClose={() => setFilters({ user: '', page })} /> : null}
    </>
  );
}
