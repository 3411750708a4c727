/** Shown if the device's zone differs from the account's: says which one counts, and offers the other. */
import { useState } from 'react';
import { useCurrentUser } from '../../api/query.ts';
import { TextButton } from '../../ui/buttons/TextButton.tsx';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';
import styles from './settings.module.css';
import { isSameZone, zoneLabel } from './zone.rules.ts';
import { strings } from './zone.strings.ts';

// Loaded on demand: rarely needed, and the dashboard should stay small.
const ZoneDialog = lazyDialog(async () => (await import('./ZoneDialog.tsx')).ZoneDialog);

export function ZoneLine() {
  const { timeZone } = useCurrentUser();
  const [asking, setAsking] = useState(false);
  const device = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (isSameZone(device, timeZone)) return null;
  return (
    <>
      <p className={styles.line}>
        {strings.line(zoneLabel(timeZone, Date.now()))}{' '}
        <TextButton onClick={() => setAsking(true)}>{strings.useDevice}</TextButton>
      </p>
      {asking ? <ZoneDialog zone={device} onClose={() => setAsking(false)} /> : null}
    </>
  );
}
