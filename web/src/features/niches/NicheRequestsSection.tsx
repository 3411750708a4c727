import type { StaffNicheRequest } from '@drumbeat/contract/niches/niches.admin.ts';
import { NICHE_REQUEST_LIMIT, nicheRequestLimits } from '@drumbeat/contract/niches/niches.rules.ts';
import { Button, NativeSelect } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../api/client.ts';
import { invalidate, queryOf, useCurrentUser } from '../../api/query.ts';
import { customerPath } from '../../base/paths.ts';
import { notify } from '../../ui/feedback/toasts.ts';
import { TimeText } from '../../ui/time/TimeText.tsx';
import { DataTable } from '../console/list/DataTable.tsx';
import { Filters } from '../console/list/Filters.tsx';
import { ListState } from '../console/list/ListState.tsx';
import { SearchField } from '../console/list/SearchField.tsx';
import { useFilters } from '../console/list/useFilters.ts';
import { ReasonDialog } from '../console/ReasonDialog.tsx';
import { useSensitive } from '../console/sensitive.ts';
import { strings } from './niches.admin.strings.ts';

type Asked = { what: 'approval' | 'deletion'; request: StaffNicheRequest };

/** Niches that people requested. */
export function NicheRequestsSection() {
  const [filters, setFilters] = useFilters('requests', { q: '', limit: String(NICHE_REQUEST_LIMIT) });
  const [asked, setAsked] = useState<Asked | null>(null);
  const sensitive = useSensitive();
  const { timeZone } = useCurrentUser();
  const list = useQuery({
    ...queryOf('GET /api/admin/niche-requests', { query: { ...filters, sensitive } }),
    placeholderData: keepPreviousData,
  });
  const rows = list.data?.requests;
  return (
    <>
      <Filters>
        <SearchField label={strings.search} value={filters.q} onSearch={(q) => setFilters({ q })} />
        <NativeSelect
          size="xs"
          label={strings.limit}
          data={nicheRequestLimits.map(String)}
          value={filters.limit}
          onChange={(event) => setFilters({ limit: event.currentTarget.value })}
        />
      </Filters>
      <ListState
        list={list}
        count={rows?.length}
        failed={strings.requestsFailed}
        loading={strings.loadingRequests}
        none={strings.noRequests}
      >
        <DataTable
          label={strings.requests}
          rows={rows ?? []}
          rowKey={({ id }) => id}
          columns={[
            {
              name: 'Niche',
              cell: (row) => (row.niche_exists ? `${row.name} (${strings.listed.toLowerCase()})` : row.name),
            },
            { name: 'Notes', cell: ({ notes }) => notes ?? '–' },
            { name: 'Customer', cell: (row) => <Link to={customerPath(row.user_id)}>{row.user_email}</Link> },
            { name: 'Asked', cell: (row) => <TimeText iso={row.created_at} timeZone={timeZone} /> },
          ]}
          actions={(request) => (
            <>
              <Button
                variant="default"
                size="compact-xs"
                onClick={() => setAsked({ what: 'approval', request })}
              >
                Approve
              </Button>
              <Button
                variant="default"
                size="compact-xs"
                onClick={() => setAsked({ what: 'deletion', request })}
              >
                Delete
              </Button>
            </>
          )}
        />
      </ListState>
      {asked ? <RequestDialog asked={asked} onClose={() => setAsked(null)} /> : null}
    </>
  );
}

async function refresh(message: string): Promise<void> {
  notify.success(message);
  await invalidate('GET /api/admin/niche-requests', 'GET /api/admin/niches');
}

function RequestDialog({ asked: { what, request }, onClose }: { asked: Asked; onClose: () => void }) {
  const input = (reason: string) => ({ params: { id: request.id }, body: { reason } });
  if (what === 'approval')
    return (
      <ReasonDialog
        title={`Approve ${request.name}?`}
        name={`niche-approval:${request.id}`}
        confirmLabel="Approve"
        fallback={strings.approveFailed}
        onConfirm={async (reason) =>
          refresh((await call('POST /api/admin/niche-requests/:id/approve', input(reason))).message)
        }
        onClose={onClose}
      >
        {request.niche_exists ? strings.approveListedText : strings.approveText}
      </ReasonDialog>
    );
  return (
    <ReasonDialog
      title={`Delete the request for ${request.name}?`}
      name={`niche-refusal:${request.id}`}
      confirmLabel="Delete"
      busyLabel="Deleting…"
      fallback={strings.deleteFailed}
      danger
      onConfirm={async (reason) =>
        refresh((await call('DELETE /api/admin/niche-requests/:id', input(reason))).message)
      }
      onClose={onClose}
    >
      {strings.deleteRequestText}
    </ReasonDialog>
  );
}
