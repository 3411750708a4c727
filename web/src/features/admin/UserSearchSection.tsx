import { CUSTOMER_SEARCH_LIMIT, CUSTOMER_SEARCH_MIN } from '@drumbeat/contract/admin/customers.rules.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryOf } from '../../api/query.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Filters } from '../console/list/Filters.tsx';
import { ListState } from '../console/list/ListState.tsx';
import { SearchField } from '../console/list/SearchField.tsx';
import { useFilters } from '../console/list/useFilters.ts';
import { useSensitive } from '../console/sensitive.ts';
import { useBulk } from './bulk/useBulk.tsx';
import { CustomersTable } from './CustomersTable.tsx';
import { CustomerPanel } from './customer/CustomerPanel.tsx';

/** Finds customers by a part of their email. */
export function UserSearchSection() {
  const [{ q, user }, setFilters] = useFilters('search', { q: '', user: '' });
  const sensitive = useSensitive();
  const { chosen, bar } = useBulk();
  const isShort = q.length < CUSTOMER_SEARCH_MIN;
  const search = useQuery({
    ...queryOf('GET /api/admin/users', { query: { q, limit: CUSTOMER_SEARCH_LIMIT, sensitive } }),
    enabled: !isShort,
    placeholderData: keepPreviousData,
  });
  const rows = isShort ? undefined : search.data?.users;
  const opened = rows?.find(({ id }) => id === user);
  return (
    <>
      <Filters>
        <SearchField
          label="Email"
          placeholder="ada@example.com"
          value={q}
          onSearch={(words) => setFilters({ q: words, user: '' })}
        />
      </Filters>
      {isShort ? <EmptyState>Type at least {CUSTOMER_SEARCH_MIN} characters of an email.</EmptyState> : null}
      <ListState
        list={search}
        count={rows?.length}
        failed="Search failed"
        loading="Searching"
        none="No users match."
      >
        <CustomersTable
          label="Users found"
          rows={rows ?? []}
          chosen={chosen}
          openId={user}
          onOpen={({ id }) => setFilters({ user: id })}
        />
      </ListState>
      {rows?.length === CUSTOMER_SEARCH_LIMIT ? (
        <p>The first {CUSTOMER_SEARCH_LIMIT} are shown. Type more to narrow the search.</p>
      ) : null}
      {bar}
      {opened ? <CustomerPanel row={opened} onClose={() => setFilters({ user: '' })} /> : null}
    </>
  );
}
