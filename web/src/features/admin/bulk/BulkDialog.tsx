import type { BulkPerson } from '@drumbeat/contract/admin/bulk.admin.ts';
import type { BulkAction } from '@drumbeat/contract/admin/bulk.rules.ts';
import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { z } from 'zod/mini';
import { useDraft } from '../../../api/useDraft.ts';
import { TextButton } from '../../../ui/buttons/TextButton.tsx';
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx';
import { RowSkeletons } from '../../console/list/RowSkeletons.tsx';
import { ReasonField, reasonFault } from '../../console/ReasonField.tsx';
import { StaffError } from '../../console/StaffError.tsx';
import styles from './BulkDialog.module.css';
import { BulkPeople } from './BulkPeople.tsx';
import { dangerous, outcomeSentence, planSentence } from './bulk.rules.ts';
import { actionWords, bulkStrings as strings } from './bulk.strings.ts';
import { useBulkRun } from './useBulkRun.ts';

type Props = {
  action: BulkAction;
  ids: readonly string[];
  /** Receives the result for each person; empty if nothing was run. */
  onClose: (people: readonly BulkPerson[]) => void;
};

/** A bulk action: the dry run, the reason, and the result for each person. */
export function BulkDialog({ action, ids, onClose }: Props) {
  const { look, lookAgain, run, isBusy, error, outcome } = useBulkRun(action, ids);
  const reason = useDraft(`reason:bulk:${action}`, z.string(), '');
  const [isChecked, setChecked] = useState(false);
  const count = look.data?.people.filter(({ would }) => would === 'change').length ?? 0;

  function send(): void {
    setChecked(true);
    if (count > 0 && !reasonFault(reason.value)) void run(reason.value.trim());
  }
  function close(): void {
    reason.drop();
    onClose(outcome ?? []);
  }

  return (
    <FormDialog
      title={actionWords[action].name}
      submitLabel={count > 0 ? actionWords[action].confirm(count) : null}
      cancelLabel={strings.cancel}
      busyLabel={strings.running}
      busy={isBusy}
      blocked={look.isFetching}
      danger={dangerous.has(action)}
      size={720}
      onSubmit={send}
      onClose={close}
      {...(outcome ? { footer: <DoneButton onClick={close} /> } : {})}
    >
      {outcome ? (
        <>
          <p className={styles.summary} role="status">
            {outcomeSentence(action, outcome)}
          </p>
          <BulkPeople people={outcome} isOver />
        </>
      ) : (
        <>
          <Look action={action} look={look} onAgain={lookAgain} isLocked={isBusy} />
          {count > 0 ? (
            <ReasonField value={reason.value} onChange={reason.change} isChecked={isChecked} />
          ) : null}
          {error === null ? null : <StaffError error={error} fallback={strings.runFailed} />}
        </>
      )}
    </FormDialog>
  );
}

type LookProps = {
  action: BulkAction;
  look: ReturnType<typeof useBulkRun>['look'];
  onAgain: () => void;
  isLocked: boolean;
};

/** The dry run: loading, failed or done. */
function Look({ action, look, onAgain, isLocked }: LookProps) {
  if (look.isPending) return <RowSkeletons label={strings.looking} />;
  return (
    <>
      {look.isError ? (
        <StaffError error={look.error} fallback={strings.lookFailed} onRetry={onAgain} />
      ) : null}
      {look.data ? (
        <>
          <div className={styles.summary}>
            <p role="status">{planSentence(action, look.data.people)}</p>
            <TextButton onClick={onAgain} disabled={isLocked}>
              {strings.lookAgain}
            </TextButton>
          </div>
          <BulkPeople people={look.data.people} isOver={false} />
        </>
      ) : null}
    </>
  );
}

/** Takes focus, because the button that had it is gone. */
function DoneButton({ onClick }: { onClick: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <Button ref={button} onClick={onClick}>
      {strings.done}
    </Button>
  );
}
