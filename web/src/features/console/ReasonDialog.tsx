import { type ReactNode, useState } from 'react';
import { z } from 'zod/mini';
import { useDraft } from '../../api/useDraft.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import styles from './ReasonDialog.module.css';
import { ReasonField, reasonFault } from './ReasonField.tsx';
import { StaffError } from './StaffError.tsx';

/** A value before and after, in words. */
type Change = { what: string; before: string; after: string };

type Props = {
  title: string;
  /** What is asked, and of which thing, where the title does not say it: `pause:7`. The typed reason is kept under it. */
  name?: string;
  /** What will be different. */
  changes?: readonly Change[];
  confirmLabel: string;
  busyLabel?: string;
  /** What is said where the server's refusal has no words; null says nothing of any refusal. */
  fallback: string | null;
  danger?: boolean;
  /** Only the X and the button close it, because closing loses what was typed. */
  onlyByButton?: boolean;
  /** Whether the fields can be sent; without it they are only those of the reason. */
  isComplete?: boolean;
  onConfirm: (reason: string) => Promise<unknown>;
  onClose: () => void;
  /** What is said, or fields; as a function they learn whether somebody has tried to send them. */
  children?: ReactNode | ((isChecked: boolean) => ReactNode);
};

/**
 * Asks for the reason before staff change or add something, and shows what will be different. Closes when `onConfirm` resolves;
 * what the server refuses is said inside, and the reason stays. A reload or the end of the session keeps the reason for
 * the next time; a caller with fields keeps them with `useDraft`, and drops them in `onClose`. Draw it while it is open:
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
  // The dialog goes on under its first name when a caller asks the next question in it.
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
