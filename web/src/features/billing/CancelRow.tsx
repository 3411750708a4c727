import { Button } from '@mantine/core';
import { useState } from 'react';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';
import styles from './billing.module.css';
import { strings } from './billing.strings.ts';

const CancelDialog = lazyDialog(async () => (await import('./CancelDialog.tsx')).CancelDialog);

type Props = { plan: string; isInTrial: boolean; isPastDue: boolean };

/** The unobtrusive entry to canceling. */
export function CancelRow({ plan, isInTrial, isPastDue }: Props) {
  const [open, setOpen] = useState(false);
  const paidLead = isPastDue ? strings.cancelLateLead : strings.cancelLead;
  const lead = isInTrial ? strings.cancelTrialLead : paidLead;
  return (
    <div className={styles.row}>
      <p className={styles.words}>{lead}</p>
      <Button
        variant="default"
        className={styles.quiet ?? ''}
        {...CancelDialog.near}
        onClick={() => setOpen(true)}
      >
        {strings.cancel}
      </Button>
      {open ? <CancelDialog plan={plan} isInTrial={isInTrial} onClose={() => setOpen(false)} /> : null}
    </div>
  );
}
