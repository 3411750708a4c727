import { windowPageSizes } from '@drumbeat/contract/maintenance/maintenance.rules.ts';
import type { MaintenanceWindow } from '@drumbeat/contract/maintenance/maintenance.ts';
import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { invalidate, queryOf, useCurrentUser } from '../../api/query.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Skeleton, Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { TimeText } from '../../ui/time/TimeText.tsx';
import { Facts } from '../console/Facts.tsx';
import { Pager } from '../console/list/Pager.tsx';
import { useFilters } from '../console/list/useFilters.ts';
import { ReasonDialog } from '../console/ReasonDialog.tsx';
import { SidePanel } from '../console/SidePanel.tsx';
import { recheckMaintenance } from './maintenance.query.ts';
import { ScheduleWindow } from './ScheduleWindow.tsx';
import { WindowsTable } from './WindowsTable.tsx';
import { isCancelable, windowState } from './window.rules.ts';

type WindowPanelProps = {
  window: MaintenanceWindow;
  timeZone: string;
  onCancel: (window: MaintenanceWindow) => void;
  onClose: () => void;
};

/** All details of one window. */
function WindowPanel({ window, timeZone, onCancel, onClose }: WindowPanelProps) {
  const time = (iso: string) => <TimeText iso={iso} timeZone={timeZone} />;
  return (
    <SidePanel
      opened
      title={`Maintenance window ${window.id}`}
      onClose={onClose}
      footer={
        isCancelable(window, Date.now()) ? (
          <Button variant="default" onClick={() => onCancel(window)}>
            Cancel this window
          </Button>
        ) : null
      }
    >
      <Facts
        facts={[
          ['State', windowState(window, Date.now())],
          ['Starts', time(window.starts_at)],
          ['Ends', window.ends_at ? time(window.ends_at) : 'When it is canceled'],
          ...(window.canceled_at ? [['Canceled', time(window.canceled_at)] as const] : []),
          ['Posts', window.holds_publishing ? 'Held, then moved to free times' : 'Go out as planned'],
          ['Message', window.message ?? 'Default message'],
        ]}
      />
    </SidePanel>
  );
}

async function refresh(): Promise<void> {
  await Promise.all([invalidate('GET /api/maintenance/list'), recheckMaintenance()]);
}

/** Staff plan, list and cancel maintenance windows here. Errors appear only in the form, without a toast. */
export function MaintenanceControls() {
  const { timeZone } = useCurrentUser();
  const [{ page, limit, window: openId }, setFilters] = useFilters('maintenance', {
    page: '1',
    limit: '25',
    window: '',
  });
  const [leaving, setLeaving] = useState<MaintenanceWindow | null>(null);
  const windows = useQuery({
    ...queryOf('GET /api/maintenance/list', { query: { page, limit } }),
    placeholderData: keepPreviousData,
  });
  const rows = windows.data?.windows;
  const opened = rows?.find(({ id }) => id === openId);
  return (
    <>
      <ScheduleWindow onScheduled={refresh} />
      {windows.isError && !rows ? null : (
        <Windows
          rows={rows}
          openId={openId}
          onOpen={({ id }) => setFilters({ window: id, page })}
          onCancel={setLeaving}
        />
      )}
      {rows?.length || page !== '1' ? (
        <Pager
          what="windows"
          page={Number(page)}
          nextPage={windows.data?.nextPage ?? null}
          onPage={(to) => setFilters({ page: String(to) })}
          sizes={windowPageSizes}
          size={Number(limit)}
          onSize={(to) => setFilters({ limit: String(to) })}
        />
      ) : null}
      {opened ? (
        <WindowPanel
          window={opened}
          timeZone={timeZone}
          onCancel={setLeaving}
          onClose={() => setFilters({ window: '', page })}
        />
      ) : null}
      {leaving ? (
        <ReasonDialog
          title="Cancel this maintenance?"
          name={`cancel-maintenance:${leaving.id}`}
          confirmLabel="Cancel maintenance"
          busyLabel="Canceling…"
          // The specification requires that no error is shown; the dialog stays open.
          fallback={null}
          danger
          onConfirm={async (reason) => {
            await call('POST /api/maintenance/cancel', { body: { id: leaving.id, reason } });
            await refresh();
          }}
          onClose={() => setLeaving(null)}
        >
          Customers will no longer see it announced. If it has begun, they are let back in at once.
        </ReasonDialog>
      ) : null}
    </>
  );
}

type WindowsProps = {
  rows: readonly MaintenanceWindow[] | undefined;
  openId: string;
  onOpen: (window: MaintenanceWindow) => void;
  onCancel: (window: MaintenanceWindow) => void;
};

function Windows({ rows, ...rest }: WindowsProps) {
  if (!rows) {
    return (
      <Skeletons label="Loading windows">
        <Skeleton height={32} />
        <Skeleton height={32} />
      </Skeletons>
    );
  }
  if (rows.length === 0) return <EmptyState>No maintenance has been planned yet.</EmptyState>;
  return <WindowsTable rows={rows} {...rest} />;
}
