import { REASON_MAX, REASON_MIN } from '@drumbeat/contract/reason.rules.ts';
import { Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { z } from 'zod/mini';
import { useDraft } from '../../api/useDraft.ts';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import styles from './console.module.css';
import { StaffError } from './StaffError.tsx';

/** A value before and after the change, as text. */
type Change = { what: string; before: string; after: string };

type Props = {
  title: string;
  /** What is asked of which record, if the title does not say so: `pause:7`. Also the draft's key. */
  name?: string;
  /** What will change. */
  changes?: readonly Change[];
  confirmLabel: string;
  busyLabel?: string;
  /** The error message if the server sends none; null to show no error at all. */
  fallback: string | null;
  danger?: boolean;
  /** Only the X and the button close it, because closing loses the input. */
  onlyByButton?: boolean;
  /** Whether the caller's fields are complete; leave it out if there are none but the reason. */
  isComplete?: boolean;
  onConfirm: (reason: string) => Promise<unknown>;
  onClose: () => void;
  /** Text or fields; a function receives whether submitting was attempted. */
  children?: ReactNode | ((isChecked: boolean) => ReactNode);
};

type FieldProps = { value: string; onChange: (value: string) => void; isChecked: boolean };

/**
 * Asks staff for a reason before a change, and shows what will change. Closes when `onConfirm` resolves; a refusal is
 * shown inside. The reason is kept as a draft across a reload or the end of the session; callers with fields keep those
 * with `useDraft` and drop them in `onClose`. Render it only while it is open:
 *
 *     {isAsking ? <ReasonDialog title="Pause posts?" confirmLabel="Pause posts"
 *       fallback="The posts could not be paused." onConfirm={pause} onClose={close} /> : null}
 */
export function ReasonDialog(props: Props) {
  const {
    title,
    changes = [],
    confirmLabel,
    busyLabel = 'Saving…',
    danger = false,
    onlyByButton = false,
    isComplete = true,
    fallback,
    children,
  } = props;
  // Keeps its first name if a caller asks a follow-up question in the same dialog.
  const [name] = useState(props.name ?? title);
  const reason = useDraft(`reason:${name}`, z.string(), '');
  const [isChecked, setChecked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);

  async function confirm(): Promise<void> {
    setChecked(true);
    if (!isComplete || reasonFault(reason.value)) return;
    setBusy(true);
    setError(null);
    try {
      await props.onConfirm(reason.value.trim());
      close();
    } catch (refusal) {
      setError(refusal);
      setBusy(false);
    }
  }

  function close(): void {
    reason.drop();
    props.onClose();
  }

  return (
    <FormDialog
      title={title}
      submitLabel={confirmLabel}
      busyLabel={busyLabel}
      busy={isBusy}
      danger={danger}
      onlyByButton={onlyByButton}
      onSubmit={() => void confirm()}
      onClose={close}
    >
      {typeof children === 'function' ? children(isChecked) : children}
      {changes.length > 0 ? (
        <dl className={styles.changes}>
          {changes.map(({ what, before, after }) => (
            <div key={what}>
              <dt>{what}</dt>
              <dd>
                <del>{before}</del> <span aria-hidden>→</span> <ins>{after}</ins>
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
      <ReasonField value={reason.value} onChange={reason.change} isChecked={isChecked} />
      {error !== null && fallback !== null ? <StaffError error={error} fallback={fallback} /> : null}
    </FormDialog>
  );
}

/** The field for the reason of a staff change; `reasonFault` validates it. */
export function ReasonField({ value, onChange, isChecked }: FieldProps) {
  return (
    <Textarea
      label="Reason"
      description="Kept in the audit log."
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={isChecked ? reasonFault(value) : null}
      maxLength={REASON_MAX}
      autosize
      minRows={2}
      maxRows={5}
    />
  );
}

/** What is wrong with a reason; null if it is acceptable. */
export function reasonFault(value: string): string | null {
  return value.trim().length < REASON_MIN ? 'Say why, in a few words.' : null;
}
