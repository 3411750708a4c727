import type { StaffNiche } from '@drumbeat/contract/niches/niches.admin.ts';
import { NICHE_NAME_MAX } from '@drumbeat/contract/niches/niches.rules.ts';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod/mini';
import { call } from '../../api/client.ts';
import { invalidate, queryOf } from '../../api/query.ts';
import { useDraft } from '../../api/useDraft.ts';
import { notify } from '../../ui/feedback/toasts.ts';
import { DataTable } from '../console/list/DataTable.tsx';
import { Filters } from '../console/list/Filters.tsx';
import { ListState } from '../console/list/ListState.tsx';
import { Pager } from '../console/list/Pager.tsx';
import { SearchField } from '../console/list/SearchField.tsx';
import { useFilters } from '../console/list/useFilters.ts';
import { ReasonDialog } from '../console/ReasonDialog.tsx';
import { type Asked, NicheDialog } from './NicheDialog.tsx';
import { strings } from './niches.admin.strings.ts';

const nichePageSizes = [10, 25, 50, 100] as const;

const NICHE_PAGE_SIZE = 25;

/** The niches whose name or slug contains this text. */
function matchingNiches(niches: readonly StaffNiche[], q: string): StaffNiche[] {
  const words = q.trim().toLowerCase();
  return niches.filter(({ name, slug }) => name.toLowerCase().includes(words) || slug.includes(words));
}

/** One page of a list, starting at 1, and the number of the next page; null if there is none. */
function pageOf<T>(all: readonly T[], page: number, size: number): { rows: T[]; nextPage: number | null } {
  const end = page * size;
  return { rows: all.slice(end - size, end), nextPage: end < all.length ? page + 1 : null };
}

const empty = { name: '', slug: '', isActive: true };

const nicheDraft = z.object({ name: z.string(), slug: z.string(), isActive: z.boolean() });

/** Adds a niche; a refusal by the server is shown in the form. */
function AddNiche({ onClose }: { onClose: () => void }) {
  const { value: form, change: setForm, drop } = useDraft('add-niche', nicheDraft, empty);
  const change = (part: Partial<typeof form>) => setForm({ ...form, ...part });
  const name = form.name.trim();

  async function save(reason: string): Promise<void> {
    const body = { name, slug: form.slug.trim(), is_active: form.isActive, reason };
    await call('POST /api/admin/niches', { body });
    notify.success(`${name} added.`);
    await invalidate('GET /api/admin/niches');
  }

  return (
    <ReasonDialog
      title={strings.add}
      confirmLabel={strings.add}
      busyLabel="Adding…"
      fallback={strings.createFailed}
      onlyByButton={form.name !== ''}
      isComplete={name !== ''}
      onConfirm={save}
      onClose={() => {
        drop();
        onClose();
      }}
    >
      {(isChecked) => (
        <>
          <TextInput
            label={strings.name}
            maxLength={NICHE_NAME_MAX}
            value={form.name}
            onChange={(event) => change({ name: event.currentTarget.value })}
            error={isChecked && !name ? strings.nameMissing : null}
          />
          <TextInput
            label={strings.slug}
            description={strings.slugHelp}
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            value={form.slug}
            onChange={(event) => change({ slug: event.currentTarget.value })}
          />
          <Checkbox
            label={strings.isActive}
            checked={form.isActive}
            onChange={(event) => change({ isActive: event.currentTarget.checked })}
          />
        </>
      )}
    </ReasonDialog>
  );
}

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
