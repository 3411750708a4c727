import type { AuditEntryView } from '@drumbeat/contract/audit/audit.admin.ts';
import { AUDIT_LIMIT, AUDIT_LIMITS, AUDIT_MAX, AUDIT_STEP } from '@drumbeat/contract/audit/audit.rules.ts';
import { NativeSelect, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryOf, useCurrentUser } from '../../api/query.ts';
import { TimeText } from '../../ui/time/TimeText.tsx';
import { DataTable } from '../console/list/DataTable.tsx';
import { digitsOf } from '../console/list/digits.ts';
import { Filters } from '../console/list/Filters.tsx';
import { ListState } from '../console/list/ListState.tsx';
import { LoadMore } from '../console/list/LoadMore.tsx';
import { SearchField } from '../console/list/SearchField.tsx';
import { useFilters } from '../console/list/useFilters.ts';
import { useSensitive } from '../console/sensitive.ts';
import { useStaff } from '../console/staff.query.ts';
import { AuditPanel } from './AuditPanel.tsx';
import { shownText, strings } from './audit.admin.strings.ts';

const defaults = {
  q: '',
  actor: '',
  action: '',
  target: '',
  from: '',
  to: '',
  limit: String(AUDIT_LIMIT),
  entry: '',
};
type Narrowed = typeof defaults;

/** The number of entries that a URL asks for: a whole number up to the maximum. */
export function limitOf(text: string): number {
  const wanted = /^\d{1,3}$/.test(text) ? Number(text) : AUDIT_LIMIT;
  return wanted >= 1 && wanted <= AUDIT_MAX ? wanted : AUDIT_LIMIT;
}

/** The limit after 'Load more'; null if it is at the maximum. */
export function moreThan(limit: number): number | null {
  return limit >= AUDIT_MAX ? null : Math.min(limit + AUDIT_STEP, AUDIT_MAX);
}

/** What the selector shows: the largest choice that does not exceed the actual limit. */
export function choiceFor(limit: number): number {
  return AUDIT_LIMITS.findLast((choice) => choice <= limit) ?? AUDIT_LIMITS[0];
}

/** The audit log, newest first. */
export function AuditSection() {
  const [filters, setFilters] = useFilters('audit', defaults);
  const limit = limitOf(filters.limit);
  const { timeZone } = useCurrentUser();
  const list = useAudit(filters, limit);
  const logs = list.data?.logs;
  const opened = logs?.find(({ id }) => id === filters.entry);
  const more = moreThan(limit);
  return (
    <>
      <Narrowing filters={filters} setFilters={setFilters} limit={limit} />
      <ListState
        list={list}
        count={logs?.length}
        failed={strings.failed}
        loading={strings.loading}
        none={strings.none}
      >
        <p role="status">{shownText(logs?.length ?? 0, limit)}</p>
        <DataTable
          label={strings.table}
          rows={logs ?? []}
          rowKey={({ id }) => id}
          openKey={filters.entry}
          onOpen={({ id }) => setFilters({ entry: id })}
          columns={[
            { name: 'Action', cell: (row) => row.action },
            { name: 'Actor', cell: (row) => row.actor_user_id ?? strings.program },
            { name: 'Target', cell: targetOf },
            { name: 'IP', cell: (row) => row.ip ?? '–' },
            { name: 'At', cell: (row) => <TimeText iso={row.created_at} timeZone={timeZone} /> },
          ]}
        />
      </ListState>
      <LoadMore
        hasMore={more !== null && list.data?.nextBefore != null}
        isLoading={list.isPlaceholderData}
        onMore={() => setFilters({ limit: String(more) })}
      />
      {opened ? <AuditPanel entry={opened} onClose={() => setFilters({ entry: '' })} /> : null}
    </>
  );
}

function targetOf({ target_type, target_id }: AuditEntryView): string {
  return target_type === null ? '–' : `${target_type} ${target_id ?? ''}`;
}

function useAudit({ q, actor, action, target, from, to }: Narrowed, limit: number) {
  const sensitive = useSensitive();
  const roles = useStaff().data?.roles ?? [];
  const maySee = roles.includes('admin') || roles.includes('support');
  const query = {
    limit: String(limit),
    sensitive: maySee ? sensitive : ('false' as const),
    ...(q ? { q } : {}),
    ...(actor ? { actor } : {}),
    ...(action ? { action } : {}),
    ...(target ? { target } : {}),
    ...(from ? { from: startOf(from, 0) } : {}),
    ...(to ? { to: startOf(to, 1) } : {}),
  };
  return useQuery({ ...queryOf('GET /api/admin/audit', { query }), placeholderData: keepPreviousData });
}

/** The start of a day in this browser's zone, or of the day after it. */
function startOf(day: string, later: 0 | 1): string | undefined {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const at = new Date(year, month - 1, date + later);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

type NarrowingProps = {
  filters: Narrowed;
  setFilters: (change: Partial<Narrowed>) => void;
  limit: number;
};

function Narrowing({ filters, setFilters, limit }: NarrowingProps) {
  return (
    <Filters>
      <SearchField
        label={strings.search}
        placeholder={strings.searchHint}
        value={filters.q}
        onSearch={(q) => setFilters({ q })}
      />
      <TextInput
        size="xs"
        label={strings.actor}
        inputMode="numeric"
        maxLength={15}
        value={filters.actor}
        onChange={(event) => setFilters({ actor: digitsOf(event.currentTarget.value) })}
      />
      <SearchField
        label={strings.action}
        placeholder="posts.paused_by_staff"
        value={filters.action}
        onSearch={(action) => setFilters({ action })}
      />
      <SearchField
        label={strings.target}
        value={filters.target}
        onSearch={(target) => setFilters({ target })}
      />
      <TextInput
        type="date"
        size="xs"
        label={strings.from}
        value={filters.from}
        onChange={(event) => setFilters({ from: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        size="xs"
        label={strings.to}
        value={filters.to}
        onChange={(event) => setFilters({ to: event.currentTarget.value })}
      />
      <NativeSelect
        size="xs"
        label={strings.limit}
        data={AUDIT_LIMITS.map(String)}
        value={String(choiceFor(limit))}
        onChange={(event) => setFilters({ limit: event.currentTarget.value })}
      />
    </Filters>
  );
}
