import type { StaffNiche } from '@drumbeat/contract/niches/niches.admin.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOf } from '../../api/query.ts';
import { DataTable } from '../console/list/DataTable.tsx';
import { Filters } from '../console/list/Filters.tsx';
import { ListState } from '../console/list/ListState.tsx';
import { Pager } from '../console/list/Pager.tsx';
import { SearchField } from '../console/list/SearchField.tsx';
import { useFilters } from '../console/list/useFilters.ts';
import { AddNiche } from './AddNiche.tsx';
import { type Asked, NicheDialog } from './NicheDialog.tsx';
import { strings } from './niches.admin.strings.ts';
import { matchingNiches, NICHE_PAGE_SIZE, nichePageSizes, pageOf } from './paging.rules.ts';

/** All niches, including those that can no longer be chosen. */
export function NichesSection() {
  const [filters, setFilters] = useFilters('niches', { q: '', page: '1', limit: String(NICHE_PAGE_SIZE) });
  const [asked, setAsked] = useState<Asked | null>(null);
  const [isAdding, setAdding] = useState(false);
  const list = useQuery(queryOf('GET /api/admin/niches'));
  const page = Number(filters.page) || 1;
  const size = Number(filters.limit) || NICHE_PAGE_SIZE;
  const { rows, nextPage } = pageOf(matchingNiches(list.data?.niches ?? [], filters.q), page, size);
  const ask = (what: Asked['what']) => (niche: StaffNiche) => () => setAsked({ what, niche });
  return (
    <>
      <Filters>
        <SearchField label={strings.search} value={filters.q} onSearch={(q) => setFilters({ q })} />
      </Filters>
      <div>
        <Button size="xs" onClick={() => setAdding(true)}>
          {strings.add}
        </Button>
      </div>
      <ListState
        list={list}
        count={list.data && rows.length}
        failed={strings.failed}
        loading={strings.loading}
        none={strings.none}
      >
        <DataTable
          label={strings.niches}
          rows={rows}
          rowKey={({ id }) => id}
          columns={[
            { name: 'Name', cell: ({ name }) => name },
            { name: 'Slug', cell: ({ slug }) => slug },
            { name: 'State', cell: ({ is_active }) => (is_active ? 'Active' : 'Inactive') },
            {
              name: strings.count,
              cell: ({ selection_count }) => selection_count.toLocaleString('en-US'),
              isFigure: true,
            },
          ]}
          actions={(niche) => (
            <>
              <RowButton onPress={ask('count')(niche)}>Edit count</RowButton>
              <RowButton onPress={ask('activity')(niche)}>
                {niche.is_active ? 'Deactivate' : 'Activate'}
              </RowButton>
              <RowButton onPress={ask('deletion')(niche)}>Delete</RowButton>
            </>
          )}
        />
      </ListState>
      {list.data ? (
        <Pager
          what="niches"
          page={page}
          nextPage={nextPage}
          onPage={(to) => setFilters({ page: String(to) })}
          sizes={nichePageSizes}
          size={size}
          onSize={(to) => setFilters({ limit: String(to) })}
        />
      ) : null}
      {isAdding ? <AddNiche onClose={() => setAdding(false)} /> : null}
      {asked ? <NicheDialog asked={asked} onClose={() => setAsked(null)} /> : null}
    </>
  );
}

function RowButton({ onPress, children }: { onPress: () => void; children: string }) {
  return (
    <Button variant="default" size="compact-xs" onClick={onPress}>
      {children}
    </Button>
  );
}
