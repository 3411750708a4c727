import { type MaintenanceWindow, windowPageSizes } from '@drumbeat/contract/maintenance.ts';
import { Button, NativeSelect } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { invalidate, queryOf } from '../../api/query.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton, Skeletons } from '../../ui/Skeletons.tsx';
import styles from './MaintenanceControls.module.css';
import { recheckMaintenance } from './maintenance.query.ts';
import { ScheduleWindow } from './ScheduleWindow.tsx';
import { WindowsTable } from './WindowsTable.tsx';

async function refresh(): Promise<void> {
  await Promise.all([invalidate('GET /api/maintenance/list'), recheckMaintenance()]);
}

/** Maintenance windows for staff: plans, lists and cancels them. Errors appear in the form only, without a toast. */
export function MaintenanceControls() {
  const [page, setPage] = useState(1);
  const [limit, setLimit] = useState(25);
  const [leaving, setLeaving] = useState<MaintenanceWindow | null>(null);
  const windows = useQuery({
    ...queryOf('GET /api/maintenance/list', { query: { page, limit } }),
    placeholderData: keepPreviousData,
  });
  async function cancel(window: MaintenanceWindow): Promise<void> {
    await call('POST /api/maintenance/cancel', { body: { id: window.id } });
    await refresh();
  }
  return (
    <>
      <ScheduleWindow onScheduled={refresh} />
      {windows.isError ? null : <Windows rows={windows.data?.windows} onCancel={setLeaving} />}
      {windows.data?.windows.length ? (
        <div className={styles.pager}>
          <NativeSelect
            aria-label="Windows a page"
            data={windowPageSizes.map((size) => ({ value: String(size), label: `${size} a page` }))}
            value={String(limit)}
            onChange={(event) => {
              setLimit(Number(event.currentTarget.value));
              setPage(1);
            }}
          />
          <Button variant="default" disabled={page === 1} onClick={() => setPage(page - 1)}>
            Newer
          </Button>
          <Button
            variant="default"
            disabled={!windows.data?.nextPage}
            onClick={() => setPage(windows.data?.nextPage ?? page)}
          >
            Older
          </Button>
        </div>
      ) : null}
      <ConfirmDialog
        opened={leaving !== null}
        onClose={() => setLeaving(null)}
        title="Cancel this maintenance?"
        cancelLabel="Keep it"
        confirmLabel="Cancel maintenance"
        onConfirm={async () => {
          if (leaving) await cancel(leaving);
        }}
      >
        Customers will no longer see it announced. If it has begun, they are let back in at once.
      </ConfirmDialog>
    </>
  );
}

type WindowsProps = {
  rows: readonly MaintenanceWindow[] | undefined;
  onCancel: (window: MaintenanceWindow) => void;
};

function Windows({ rows, onCancel }: WindowsProps) {
  if (!rows) {
    return (
      <Skeletons label="Loading windows">
        <Skeleton height={44} />
        <Skeleton height={44} />
      </Skeletons>
    );
  }
  if (rows.length === 0) return <EmptyState>No maintenance has been planned yet.</EmptyState>;
  return <WindowsTable rows={rows} onCancel={onCancel} />;
}
