import { passwordMessages } from '@drumbeat/contract/auth/auth.rules.ts';
import { Button, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError, describeError, requestIdOf } from '../../../api/errors.ts';
import { endSession, queryOf } from '../../../api/query.ts';
import { getToken } from '../../../api/session.ts';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { ErrorBox } from '../../../ui/feedback/ErrorBox.tsx';
import { notify } from '../../../ui/feedback/toasts.ts';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import styles from './reset.module.css';
import { strings } from './reset.strings.ts';

type Props = { token: string; onClose: () => void; onNewLink: () => void };

/** Handles an emailed link, from checking it to setting the new password. Only the last step consumes it. */
export function ResetDialog({ token, onClose, onNewLink }: Props) {
  const [saved, setSaved] = useState(false);
  const [refused, setRefused] = useState(false);
  const link = useQuery({
    ...queryOf('GET /api/auth/verify-reset-token/:token', { params: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  useEffect(() => notify.info(strings.detected), []);

  function finish(): void {
    // The reset ended all sessions, including this tab's.
    if (getToken()) endSession('signed-out');
    notify.success(passwordMessages.reset);
    setSaved(true);
  }
  if (saved) {
    return (
      <Dialog
        opened
        onClose={onClose}
        title={strings.savedTitle}
        size={420}
        footer={
          <Button ref={focusOnMount} onClick={onClose}>
            {strings.signIn}
          </Button>
        }
      >
        <p role="status">{strings.saved}</p>
      </Dialog>
    );
  }
  if (refused || isInvalid(link.error)) {
    return (
      <Dialog
        opened
        onClose={onClose}
        title={strings.invalidTitle}
        size={420}
        footer={
          <Button ref={focusOnMount} onClick={onNewLink}>
            {strings.newLink}
          </Button>
        }
      >
        <p role="status">{strings.invalid}</p>
      </Dialog>
    );
  }
  return (
    <Dialog opened onClose={onClose} title={strings.formTitle} onlyByButton size={420}>
      {link.data ? (
        <NewPasswordForm
          token={token}
          email={link.data.email}
          onSaved={finish}
          onRefused={() => setRefused(true)}
        />
      ) : null}
      {link.isPending ? (
        <p className={styles.wait} role="status">
          <Loader size="sm" aria-hidden /> {strings.validating}
        </p>
      ) : null}
      {link.isError ? (
        <ErrorBox
          what={strings.notChecked}
          message={describeError(link.error, strings.unexpected)}
          requestId={requestIdOf(link.error)}
          onRetry={() => void link.refetch()}
        />
      ) : null}
    </Dialog>
  );
}

/** The button appears after the dialog has opened, when something else already has focus. */
function focusOnMount(button: HTMLButtonElement | null): void {
  button?.focus();
}

/** The link itself is invalid, so a retry is pointless. Text that is not a token fails validation. */
export function isInvalid(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'LINK_INVALID' || error.code === 'VALIDATION_FAILED');
}
