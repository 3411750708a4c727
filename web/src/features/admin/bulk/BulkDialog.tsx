import type { BulkPerson } from '@drumbeat/contract/admin/bulk.admin.ts';
import type { BulkAction } from '@drumbeat/contract/admin/bulk.rules.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { z } from 'zod/mini';
import { call } from '../../../api/client.ts';
import { invalidate, queryOf } from '../../../api/query.ts';
import { useDraft } from '../../../api/useDraft.ts';
import { TextButton } from '../../../ui/buttons/TextButton.tsx';
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx';
import { notify } from '../../../ui/feedback/toasts.ts';
import { RowSkeletons } from '../../console/list/RowSkeletons.tsx';
import { ReasonField, reasonFault } from '../../console/ReasonDialog.tsx';
import { StaffError } from '../../console/StaffError.tsx';
import { refreshCustomer } from '../customer/customer-calls.ts';
import { BulkPeople } from './BulkPeople.tsx';
import styles from './bulk.module.css';
import { dangerous, outcomeSentence, planSentence } from './bulk.rules.ts';
import { actionWords, bulkStrings as strings } from './bulk.strings.ts';

type Props = {
  action: BulkAction;
  ids: readonly string[];
  /** Receives the result for each person; empty if nothing was run. */
  onClose: (people: readonly BulkPerson[]) => void;
};

/** The dry run of a bulk action and the run of its plan; the error of a run stays until the next attempt. */
function useBulkRun(action: BulkAction, ids: readonly string[]) {
  const asked = { action, ids: [...ids] };
  const look = useQuery({
    ...queryOf('POST /api/admin/users/bulk', { body: { ...asked, dry_run: true } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [outcome, setOutcome] = useState<BulkPerson[] | null>(null);

  async function run(reason: string): Promise<void> {
    if (isBusy || !look.data?.plan) return;
    setBusy(true);
    setError(null);
    try {
      const body = { ...asked, dry_run: false, plan: look.data.plan, reason };
      const { people } = await call('POST /api/admin/users/bulk', { body });
      setOutcome(withEmails(people, look.data.people));
      const has = (what: BulkPerson['outcome']) => people.some(({ outcome }) => outcome === what);
      const tell = has('failed') ? notify.alert : notify.success;
      if (has('done')) tell(outcomeSentence(action, people));
      void refreshCustomer();
      void invalidate('GET /api/admin/users/all', 'GET /api/admin/users');
    } catch (refusal) {
      setError(refusal);
    } finally {
      setBusy(false);
    }
  }

  function lookAgain(): void {
    setError(null);
    void look.refetch();
  }
  return { look, lookAgain, run, isBusy, error, outcome };
}

/** Uses the email from the dry run for people whom the run could not read. */
function withEmails(people: readonly BulkPerson[], seen: readonly BulkPerson[]): BulkPerson[] {
  const emails = new Map(seen.map(({ id, email }) => [id, email]));
  return people.map((person) => ({ ...person, email: person.email ?? emails.get(person.id) ?? null }));
}

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
