import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import styles from './billing.module.css';
import { strings } from './billing.strings.ts';

const CancelDialog = lazy(async () => ({ default: (await import('./CancelDialog.tsx')).CancelDialog }));

type Props = { plan: string; isInTrial: boolean; isPastDue: boolean };

/** The quiet way out. */
export function CancelRow({ plan, isInTrial, isPastDue }: Props) {
  const [open, setOpen] = useState(false);
  const paidLead = isPastDue ? strings.cancelLateLead : strings.cancelLead;
  const lead = isInTrial ? strings.cancelTrialLead : paidLead;
  return (
    <div className={styles.row}>
      <p className={styles.words}>{lead}</p>
      <Button variant="default" className={styles.quiet ?? ''} onClick={() => setOpen(true)}>
        {strings.cancel}
      </Button>
      <Suspense>
        {open ? <CancelDialog plan={plan} isInTrial={isInTrial} onClose={() => setOpen(false)} /> : null}
      </Suspense>
    </div>
  );
}
