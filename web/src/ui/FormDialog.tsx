/**
 * A dialog that is a form: Enter sends it, and while it is sent it stays and cannot be sent again.
 *
 *     <FormDialog title="Change password" submitLabel="Change password" busyLabel="Changing…" busy={save.isPending}
 *       onSubmit={send} onClose={close}>…fields…</FormDialog>
 *
 * `danger` is for what cannot be taken back, with its button apart from the other; `blocked` keeps it from being sent at all.
 * `footer` stands in place of the buttons, once there is nothing to send any more.
 */
import { Button } from '@mantine/core';
import { type FormEvent, type ReactNode, useId } from 'react';
import { Dialog } from './Dialog.tsx';
import styles from './FormDialog.module.css';
import { LoadingButton } from './LoadingButton.tsx';

type Props = {
  title: string;
  /** Null while there is nothing to send. */
  submitLabel: string | null;
  busyLabel: string;
  cancelLabel?: string;
  busy: boolean;
  /** What was sent waits for the connection: closing works, and takes it back (`cancel` of `api/useOfflineWait.ts`). */
  waiting?: boolean;
  blocked?: boolean;
  danger?: boolean;
  /** Only the X and the button close it, because closing loses what was typed. */
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
