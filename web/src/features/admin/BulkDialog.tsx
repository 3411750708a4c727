import type { BulkAction, BulkPerson } from '@drumbeat/contract/bulk.admin.ts';
import { Button } from '@mantine/core';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { Dialog } from '../../ui/Dialog.tsx';
import { LoadingButton } from '../../ui/LoadingButton.tsx';
import { TextButton } from '../../ui/TextButton.tsx';
import { ReasonField, reasonFault } from '../console/ReasonField.tsx';
import { RowSkeletons } from '../console/RowSkeletons.tsx';
import { StaffError } from '../console/StaffError.tsx';
import styles from './BulkDialog.module.css';
import { BulkPeople } from './BulkPeople.tsx';
import { dangerous, outcomeSentence, planSentence } from './bulk.rules.ts';
import { actionWords, bulkStrings as strings } from './bulk.strings.ts';
import { useBulkRun } from './useBulkRun.ts';

type Props = {
  action: BulkAction;
  ids: readonly string[];
  /** Is given what became of each person; nobody where nothing was run. */
  onClose: (people: readonly BulkPerson[]) => void;
};

/** A bulk action from the dry run over the reason to what became of each person. */
export function BulkDialog({ action, ids, onClose }: Props) {
  const formId = useId();
  const { look, lookAgain, run, isBusy, error, outcome } = useBulkRun(action, ids);
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const count = look.data?.people.filter(({ would }) => would === 'change').length ?? 0;
  const close = () => onClose(outcome ?? []);

  function send(event: FormEvent): void {
    event.preventDefault();
    setChecked(true);
    if (!reasonFault(reason)) void run(reason.trim());
  }

  const buttons = (
    <>
      <Button variant="default" onClick={close} disabled={isBusy} className={styles.apart ?? ''}>
        {strings.cancel}
      </Button>
      {count > 0 ? (
        <LoadingButton
          type="submit"
          form={formId}
          loading={isBusy}
          loadingLabel={strings.running}
          disabled={look.isFetching}
          {...(dangerous.has(action) ? { color: 'red.9' } : {})}
        >
          {actionWords[action].confirm(count)}
        </LoadingButton>
      ) : null}
    </>
  );
  return (
    <Dialog
      opened
      onClose={close}
      title={actionWords[action].name}
      locked={isBusy}
      footer={outcome ? <DoneButton onClick={close} /> : buttons}
      size={720}
    >
      {outcome ? (
        <div className={styles.form}>
          <p className={styles.summary} role="status">
            {outcomeSentence(action, outcome)}
          </p>
          <BulkPeople people={outcome} isOver />
        </div>
      ) : (
        <form id={formId} className={styles.form} noValidate onSubmit={send}>
          <Look action={action} look={look} onAgain={lookAgain} isLocked={isBusy} />
          {count > 0 ? <ReasonField value={reason} onChange={setReason} isChecked={isChecked} /> : null}
          {error === null ? null : <StaffError error={error} fallback={strings.runFailed} />}
        </form>
      )}
    </Dialog>
  );
}

type LookProps = {
  action: BulkAction;
  look: ReturnType<typeof useBulkRun>['look'];
  onAgain: () => void;
  isLocked: boolean;
};

/** The dry run in whichever state it is. */
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

/** Takes the focus, because the button that had it is gone. */
function DoneButton({ onClick }: { onClick: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <Button ref={button} onClick={onClick}>
      {strings.done}
    </Button>
  );
}
