import type { MaintenanceWindow } from '@drumbeat/contract/maintenance/maintenance.ts';
import { Button } from '@mantine/core';
import { useCurrentUser } from '../../api/query.ts';
import { TimeText } from '../../ui/time/TimeText.tsx';
import { DataTable } from '../console/list/DataTable.tsx';
import { isCancelable, windowState } from './window.rules.ts';

/** The start and end of a window. */
export function WindowTimes({ window, timeZone }: { window: MaintenanceWindow; timeZone: string }) {
  return (
    <span>
      <TimeText iso={window.starts_at} timeZone={timeZone} /> –{' '}
      {window.ends_at ? <TimeText iso={window.ends_at} timeZone={timeZone} /> : 'until it is cancelled'}
    </span>
  );
}

type Props = {
  rows: readonly MaintenanceWindow[];
  openId: string;
  onOpen: (window: MaintenanceWindow) => void;
  onCancel: (window: MaintenanceWindow) => void;
};

export function WindowsTable({ rows, openId, onOpen, onCancel }: Props) {
  const { timeZone } = useCurrentUser();
  return (
    <DataTable
      label="Maintenance windows"
      rows={rows}
      rowKey={({ id }) => id}
      openKey={openId}
      onOpen={onOpen}
      columns={[
        { name: 'State', cell: (window) => windowState(window, Date.now()) },
        { name: 'Time', cell: (window) => <WindowTimes window={window} timeZone={timeZone} /> },
        { name: 'Posts', cell: ({ holds_publishing }) => (holds_publishing ? 'Held' : 'Go out') },
        { name: 'Message', cell: ({ message }) => message ?? 'Default message' },
      ]}
      actions={(window) =>
        isCancelable(window, Date.now()) ? (
          <Button variant="default" size="compact-xs" onClick={() => onCancel(window)}>
            Cancel
          </Button>
        ) : null
      }
    />
  );
}
