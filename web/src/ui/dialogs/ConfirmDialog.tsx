/**
 * Asks for confirmation before something is lost. The children say what is lost; the button says what it does.
 *
 *     <ConfirmDialog opened={open} onClose={close} title="Delete this post?" confirmLabel="Delete post"
 *       onConfirm={() => remove.mutateAsync()}>It is planned for tomorrow 09:00.</ConfirmDialog>
 *
 * Closes when `onConfirm` resolves; stays open when it rejects, and the caller shows the error.
 */
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { LoadingButton } from '../buttons/LoadingButton.tsx';
import { Dialog } from './Dialog.tsx';

type Props = {
  opened: boolean;
  onClose: () => void;
  title: string;
  confirmLabel: string;
  onConfirm: () => Promise<unknown>;
  cancelLabel?: string;
  /** The confirmed action waits for a connection: closing cancels it (see `api/useOfflineWait.ts`). */
  waiting?: boolean;
  children: ReactNode;
};

export function ConfirmDialog(props: Props) {
  const {
    opened,
    onClose,
    title,
    confirmLabel,
    onConfirm,
    cancelLabel = 'Cancel',
    waiting = false,
    children,
  } = props;
  const [busy, setBusy] = useState(false);
  async function confirm(): Promise<void> {
    setBusy(true);
    try {
      await onConfirm();
      onClose();
    } catch {
      // The caller has shown the error; the dialog stays open.
    } finally {
      setBusy(false);
    }
  }
  function close(): void {
    setBusy(false);
    onClose();
  }
  const locked = busy && !waiting;
  const footer = (
    <>
      <Button variant="default" onClick={close} disabled={locked} data-autofocus>
        {cancelLabel}
      </Button>
      <LoadingButton color="red.9" loading={busy} waiting={waiting} onClick={() => void confirm()}>
        {confirmLabel}
      </LoadingButton>
    </>
  );
  return (
    <Dialog opened={opened} onClose={close} title={title} locked={locked} footer={footer} size={440}>
      {children}
    </Dialog>
  );
}
