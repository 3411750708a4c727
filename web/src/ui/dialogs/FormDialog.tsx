/**
 * A dialog with a form: Enter submits it; while submitting it stays open and cannot be submitted again.
 *
 *     <FormDialog title="Change password" submitLabel="Change password" busyLabel="Changing…" busy={save.isPending}
 *       onSubmit={send} onClose={close}>…fields…</FormDialog>
 *
 * `danger` is for irreversible actions and sets the button apart; `blocked` disables submitting.
 * `footer` replaces the buttons once there is nothing left to submit.
 */
import { Button } from '@mantine/core';
import { type FormEvent, type ReactNode, useId } from 'react';
import { LoadingButton } from '../buttons/LoadingButton.tsx';
import { Dialog } from './Dialog.tsx';
import styles from './dialogs.module.css';

type Props = {
  title: string;
  /** Null if there is nothing to submit. */
  submitLabel: string | null;
  busyLabel: string;
  cancelLabel?: string;
  busy: boolean;
  /** The submitted form waits for a connection: closing cancels it (`cancel` of `api/useOfflineWait.ts`). */
  waiting?: boolean;
  blocked?: boolean;
  danger?: boolean;
  /** Only the X and the button close it, because closing loses the input. */
  onlyByButton?: boolean;
  size?: number;
  footer?: ReactNode;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
};

export function FormDialog({ cancelLabel = 'Cancel', busy, danger = false, size = 440, ...props }: Props) {
  const formId = useId();
  const waiting = props.waiting ?? false;
  const locked = busy && !waiting;
  function send(event: FormEvent): void {
    event.preventDefault();
    if (!busy) props.onSubmit();
  }
  const buttons = (
    <>
      <Button
        variant="default"
        onClick={props.onClose}
        disabled={locked}
        className={danger ? (styles.apart ?? '') : ''}
      >
        {cancelLabel}
      </Button>
      {props.submitLabel === null ? null : (
        <LoadingButton
          type="submit"
          form={formId}
          loading={busy}
          loadingLabel={props.busyLabel}
          waiting={waiting}
          disabled={props.blocked ?? false}
          {...(danger ? { color: 'red.9' } : {})}
        >
          {props.submitLabel}
        </LoadingButton>
      )}
    </>
  );
  return (
    <Dialog
      opened
      onClose={props.onClose}
      title={props.title}
      locked={locked}
      onlyByButton={props.onlyByButton ?? false}
      footer={props.footer ?? buttons}
      size={size}
    >
      <form id={formId} className={styles.form} noValidate onSubmit={send}>
        {props.children}
      </form>
    </Dialog>
  );
}
