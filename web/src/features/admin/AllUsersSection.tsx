import { customerPageSizes, customerStatuses } from '@drumbeat/contract/admin/customers.rules.ts';
import { NativeSelect } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { queryOf } from '../../api/query.ts';
import { Filters } from '../console/list/Filters.tsx';
import { ListState } from '../console/list/ListState.tsx';
import { Pager } from '../console/list/Pager.tsx';
import { SearchField } from '../console/list/SearchField.tsx';
import { useFilters } from '../console/list/useFilters.ts';
import { useSensitive } from '../console/sensitive.ts';
import { useBulk } from './bulk/useBulk.tsx';
import { CustomersTable } from './CustomersTable.tsx';
import { CustomerPanel } from './customer/CustomerPanel.tsx';

type Status = (typeof customerStatuses)[number];
const statusNames: Record<Status, string> = {
  all: 'All',
  trial: 'Trial',
  subscribed: 'Subscribed',
  inactive: 'Inactive',
  canceling: 'Canceling',
  canceled: 'Canceled',
};

/** All customers, filtered by status and by a part of the email. */
export function AllUsersSection() {
  const [filters, setFilters] = useFilters('users', {
    status: 'all',
    q: '',
    page: '1',
    limit: '50',
    user: '',
  });
  const sensitive = useSensitive();
  const { chosen, bar } = useBulk();
  const status = customerStatuses.find((each) => each === filters.status) ?? 'all';
  const { q, page, limit } = filters;
  // The last customer before each visited page: with it the server finds the page without counting rows.
  const begins = useRef(new Map<string, string>());
  const nameOf = (number: string) => [status, q, limit, number].join(' ');
  const before = begins.current.get(nameOf(page));
  const asked = { status, q, page, limit, sensitive, ...(before ? { before } : {}) };
  const list = useQuery({
    ...queryOf('GET /api/admin/users/all', { query: asked }),
    placeholderData: keepPreviousData,
  });
  const rows = list.data?.users;
  const opened = rows?.find(({ id }) => id === filters.user);
  function goTo(number: number): void {
    const last = rows?.at(-1);
    if (last && number > Number(page) && !list.isPlaceholderData)
      begins.current.set(nameOf(String(number)), last.id);
    setFilters({ page: String(number) });
  }
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
      <ListState
        list={list}
        count={rows?.length}
        failed="Failed to load users"
        loading="Loading users"
        none="No users match."
      >
        <CustomersTable
          label="All users"
          rows={rows ?? []}
          chosen={chosen}
          openId={filters.user}
          onOpen={({ id }) => setFilters({ user: id, page })}
        />
      </ListState>
      {rows?.length || page !== '1' ? (
        <Pager
          what="users"
          page={Number(page)}
          nextPage={list.data?.nextPage ?? null}
          onPage={goTo}
          sizes={customerPageSizes}
          size={Number(limit)}
          onSize={(to) => setFilters({ limit: String(to) })}
        />
      ) : null}
      {bar}
      {opened ? <CustomerPanel row={opened} onClose={() => setFilters({ user: '', page })} /> : null}
    </>
  );
}
