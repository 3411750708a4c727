import type { MaintenanceWindow } from '@drumbeat/contract/maintenance.ts';
import { Button } from '@mantine/core';
import { useCurrentUser } from '../../api/query.ts';
import styles from './MaintenanceControls.module.css';
import { WindowTimes } from './WindowTimes.tsx';
import { windowState } from './window-state.rules.ts';

type Props = { rows: readonly MaintenanceWindow[]; onCancel: (window: MaintenanceWindow) => void };

export function WindowsTable({ rows, onCancel }: Props) {
  const { timeZone } = useCurrentUser();
  return (
    <table className={styles.table} aria-label="Maintenance windows">
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">Message</th>
          <th scope="col">State</th>
          <th scope="col">
            <span className="visually-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((window) => {
          const state = windowState(window, Date.now());
          return (
            <tr key={window.id}>
              <td>
                <WindowTimes window={window} timeZone={timeZone} />
              </td>
              <td>{window.message ?? <span className={styles.none}>Default message</span>}</td>
              <td>{state}</td>
              <td className={styles.actions}>
                {state === 'Planned' || state === 'Active' ? (
                  <Button variant="default" size="xs" onClick={() => onCancel(window)}>
                    Cancel
                  </Button>
                ) : null}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
