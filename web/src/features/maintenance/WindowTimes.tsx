import type { MaintenanceWindow } from '@drumbeat/contract/maintenance/maintenance.ts';
import { TimeText } from '../../ui/time/TimeText.tsx';

/** The start and end of a window. */
export function WindowTimes({ window, timeZone }: { window: MaintenanceWindow; timeZone: string }) {
  return (
    <span>
      <TimeText iso={window.starts_at} timeZone={timeZone} /> –{' '}
      {window.ends_at ? <TimeText iso={window.ends_at} timeZone={timeZone} /> : 'until it is cancelled'}
    </span>
  );
}
