import type { MaintenanceWindow } from '@drumbeat/contract/maintenance/maintenance.ts';
import { Button } from '@mantine/core';
import { TimeText } from '../../ui/time/TimeText.tsx';
import { Facts } from '../console/Facts.tsx';
import { SidePanel } from '../console/SidePanel.tsx';
import { isCancelable, windowState } from './window-state.rules.ts';

type Props = {
  window: MaintenanceWindow;
  timeZone: string;
  onCancel: (window: MaintenanceWindow) => void;
  onClose: () => void;
};

/** All details of one window. */
export function WindowPanel({ window, timeZone, onCancel, onClose }: Props) {
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
