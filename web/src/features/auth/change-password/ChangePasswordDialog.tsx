import { passwordMessages } from '@drumbeat/contract/auth/password.rules.ts';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../../../api/client.ts';
import { ApiError, serverMessageOf } from '../../../api/errors.ts';
import { invalidate, useCurrentUser } from '../../../api/query.ts';
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx';
import { notify } from '../../../ui/feedback/toasts.ts';
import { type ChangeForm, checkChange } from '../auth.form.ts';
import styles from '../auth.module.css';
import { NewPassword } from '../NewPassword.tsx';
import { Problem } from '../Problem.tsx';
import { SecretInput } from '../SecretInput.tsx';
import { CodeField } from '../two-factor/CodeField.tsx';
import { describeCodeError, isAboutCode } from '../two-factor/describe-code-error.ts';
import { useCode } from '../two-factor/useCode.ts';
import { strings } from './change-password.strings.ts';

/** The form for the current password and, twice, the new one. A change ends all other sessions. */
export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const fields = {
    current: useRef<HTMLInputElement>(null),
    fresh: useRef<HTMLInputElement>(null),
    again: useRef<HTMLInputElement>(null),
  };
  const { twoFactorEnabled } = useCurrentUser();
  // Two-factor may have been turned on elsewhere since this page was loaded.
  const [wasAsked, setAsked] = useState(false);
  const withCode = twoFactorEnabled || wasAsked;
  const code = useCode();
  const [form, setForm] = useState<ChangeForm>({ current: '', fresh: '', again: '' });
  const [problem, setProblem] = useState<string>();
  const set = (field: keyof ChangeForm) => (text: string) => setForm({ ...form, [field]: text });
  const change = useMutation({
    mutationFn: () =>
      call('POST /api/auth/change-password', {
        body: {
          currentPassword: form.current,
          newPassword: form.fresh,
          ...(withCode ? { code: code.code } : {}),
        },
      }),
    onSuccess() {
      void invalidate('GET /api/auth/sessions');
      notify.success(passwordMessages.changed);
      onClose();
    },
    onError(error) {
      if (isAboutCode(error)) {
        setAsked(true);
        return withCode ? code.refuse(describeCodeError(error)) : undefined;
      }
      setProblem(serverMessageOf(error, strings.failed));
      if (error instanceof ApiError && error.code === 'INVALID_CREDENTIALS') fields.current.current?.select();
    },
  });
  function send(): void {
    change.reset();
    const lack = checkChange(form);
    setProblem(lack?.message);
    if (lack) fields[lack.field].current?.focus();
    else if (!withCode || code.isComplete()) change.mutate();
  }
  return (
    <FormDialog
      title={strings.title}
      submitLabel={strings.save}
      busyLabel={strings.saving}
      cancelLabel={strings.cancel}
      busy={change.isPending}
      onlyByButton={form.fresh !== ''}
      onSubmit={send}
      onClose={onClose}
    >
      <p className={styles.lead}>{strings.lead}</p>
      <SecretInput
        ref={fields.current}
        label={strings.current}
        autoComplete="current-password"
        value={form.current}
        onChange={(event) => set('current')(event.currentTarget.value)}
        data-autofocus
      />
      <NewPassword
        fresh={{ label: strings.fresh, value: form.fresh, onChange: set('fresh'), field: fields.fresh }}
        again={{ label: strings.again, value: form.again, onChange: set('again'), field: fields.again }}
      />
      {withCode ? <CodeField code={code} /> : null}
      <Problem message={problem} error={change.error} />
    </FormDialog>
  );
}
