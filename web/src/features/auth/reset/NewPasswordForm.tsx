import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { call } from '../../../api/client.ts';
import { ApiError, serverMessageOf } from '../../../api/errors.ts';
import { LoadingButton } from '../../../ui/buttons/LoadingButton.tsx';
import { NewPassword } from '../NewPassword.tsx';
import { Problem } from '../Problem.tsx';
import styles from './reset.module.css';
import { checkNewPassword } from './reset.rules.ts';
import { strings } from './reset.strings.ts';

type Props = { token: string; email: string; onSaved: () => void; onRefused: () => void };

/** The new password, typed twice. Shows the server's refusal, and reports a link that has expired. */
export function NewPasswordForm({ token, email, onSaved, onRefused }: Props) {
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
