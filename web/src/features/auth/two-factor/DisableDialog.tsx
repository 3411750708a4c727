import { Button, PasswordInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import { call } from '../../../api/client.ts';
import { ApiError } from '../../../api/errors.ts';
import { rememberUser } from '../../../api/query.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { LoadingButton } from '../../../ui/LoadingButton.tsx';
import { notify } from '../../../ui/toasts.ts';
import { strings as authStrings } from '../auth.strings.ts';
import { CodeField } from './CodeField.tsx';
import { describeCodeError } from './describe-code-error.ts';
import styles from './two-factor.module.css';
import { strings } from './two-factor.strings.ts';
import { useCode } from './useCode.ts';

/** Turns two-factor off, with the password and a code of either form. */
export function DisableDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const code = useCode();
  const field = useRef<HTMLInputElement>(null);
  const [password, setPassword] = useState('');
  const [wrongPassword, setWrongPassword] = useState<string>();
  const disable = useMutation({
    mutationFn: () => call('POST /api/2fa/disable', { body: { password, code: code.code } }),
    onSuccess: ({ user }) => {
      rememberUser(user);
      notify.success(strings.nowOff);
      onClose();
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'INVALID_CREDENTIALS') refusePassword(error.message);
      else code.refuse(describeCodeError(error));
    },
  });
  function refusePassword(message: string): void {
    setWrongPassword(message);
    field.current?.focus();
  }
  function send(event: FormEvent): void {
    event.preventDefault();
    if (disable.isPending) return;
    const complete = code.isComplete();
    if (password === '') refusePassword(authStrings.passwordRequired);
    else if (complete) disable.mutate();
  }
  const footer = (
    <>
      <Button variant="default" onClick={onClose} disabled={disable.isPending}>
        {strings.keepOn}
      </Button>
      <LoadingButton
        type="submit"
        form={formId}
        color="red.9"
        loading={disable.isPending}
        loadingLabel={strings.disabling}
      >
        {strings.disable}
      </LoadingButton>
    </>
  );
  return (
    <Dialog
      opened
      onClose={onClose}
      title={strings.disableTitle}
      locked={disable.isPending}
      footer={footer}
      size={440}
    >
      <form id={formId} className={styles.form} noValidate onSubmit={send}>
        <p className={styles.lead}>{strings.disableLead}</p>
        <PasswordInput
          ref={field}
          label={authStrings.password}
          autoComplete="current-password"
          value={password}
          onChange={(event) => {
            setPassword(event.currentTarget.value);
            setWrongPassword(undefined);
          }}
          error={wrongPassword}
          rightSectionWidth={44}
          visibilityToggleButtonProps={{
            'aria-label': authStrings.showPassword,
            tabIndex: 0,
            size: 36,
            color: 'gray',
          }}
          data-autofocus
        />
        <CodeField code={code} />
      </form>
    </Dialog>
  );
}
