import type { MaintenanceWindow } from '@drumbeat/contract/maintenance.ts';
import { TimeText } from '../../ui/TimeText.tsx';

/** From when until when a window lasts. */
export function WindowTimes({ window, timeZone }: { window: MaintenanceWindow; timeZone: string }) {
  return (
    <span>
      <TimeText iso={window.starts_at} timeZone={timeZone} /> –{' '}
      {window.ends_at ? <TimeText iso={window.ends_at} timeZone={timeZone} /> : 'until it is cancelled'}
    </span>
  );
}
