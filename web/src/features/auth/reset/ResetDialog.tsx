import { passwordMessages } from '@drumbeat/contract/auth/password.rules.ts';
import { Button, Loader } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { call } from '../../../api/client.ts';
import { ApiError, describeError, requestIdOf, serverMessageOf } from '../../../api/errors.ts';
import { endSession, queryOf } from '../../../api/query.ts';
import { getToken } from '../../../api/session.ts';
import { LoadingButton } from '../../../ui/buttons/LoadingButton.tsx';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { ErrorBox } from '../../../ui/feedback/ErrorBox.tsx';
import { notify } from '../../../ui/feedback/toasts.ts';
import { checkNewPassword } from '../auth.form.ts';
import { NewPassword } from '../NewPassword.tsx';
import { Problem } from '../Problem.tsx';
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

type FormProps = { token: string; email: string; onSaved: () => void; onRefused: () => void };

/** The new password, typed twice. Shows the server's refusal, and reports a link that has expired. */
function NewPasswordForm({ token, email, onSaved, onRefused }: FormProps) {
  const fields = { password: useRef<HTMLInputElement>(null), again: useRef<HTMLInputElement>(null) };
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const [problem, setProblem] = useState<string>();
  const save = useMutation({
    mutationFn: () => call('POST /api/auth/reset-password', { body: { token, newPassword: password } }),
    onSuccess: onSaved,
    onError(error) {
      if (error instanceof ApiError && error.code === 'LINK_INVALID') onRefused();
      else setProblem(serverMessageOf(error, strings.saveFailed));
    },
  });
  function send(event: FormEvent): void {
    event.preventDefault();
    if (save.isPending) return;
    save.reset();
    const lack = checkNewPassword(password, again);
    setProblem(lack?.message);
    if (lack) fields[lack.field].current?.focus();
    else save.mutate();
  }
  return (
    <form className={styles.form} noValidate onSubmit={send}>
      <p className={styles.lead}>{strings.formLead(email)}</p>
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <NewPassword
        fresh={{
          label: strings.newPassword,
          value: password,
          onChange: setPassword,
          field: fields.password,
        }}
        again={{ label: strings.confirm, value: again, onChange: setAgain, field: fields.again }}
        focus
      />
      <Problem message={problem} error={save.error} />
      <LoadingButton type="submit" fullWidth loading={save.isPending} loadingLabel={strings.saving}>
        {strings.save}
      </LoadingButton>
    </form>
  );
}
