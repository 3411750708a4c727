import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { ApiError } from '../../api/errors.ts';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { strings as authStrings } from './auth.strings.ts';
import { Problem } from './Problem.tsx';
import { SecretInput } from './SecretInput.tsx';
import { CodeField } from './two-factor/CodeField.tsx';
import { describeCodeError } from './two-factor/describe-code-error.ts';
import styles from './two-factor/setup.module.css';
import { useCode } from './two-factor/useCode.ts';

type Props = {
  title: string;
  keepLabel: string;
  confirmLabel: string;
  confirmingLabel: string;
  /** Whether the person also needs a code to sign in. */
  withCode: boolean;
  /** Runs the action; if it throws, the dialog shows why and stays open. */
  confirm: (proof: { password: string; code: string | undefined }) => Promise<unknown>;
  onClose: () => void;
  children: ReactNode;
};

/** Asks for the password, and for a code if two-factor is on, before an irreversible action. */
export function ConfirmIdentityDialog(props: Props) {
  const { withCode, onClose } = props;
  const code = useCode();
  const field = useRef<HTMLInputElement>(null);
  const [password, setPassword] = useState('');
  const [wrongPassword, setWrongPassword] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const confirm = useMutation({
    mutationFn: () => props.confirm({ password, code: withCode ? code.code : undefined }),
    onSuccess: onClose,
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'INVALID_CREDENTIALS') refusePassword(error.message);
      else if (withCode) code.refuse(describeCodeError(error));
      else setProblem(describeCodeError(error));
    },
  });
  function refusePassword(message: string): void {
    setWrongPassword(message);
    field.current?.focus();
  }
  function send(): void {
    setProblem(undefined);
    const complete = !withCode || code.isComplete();
    if (password === '') refusePassword(authStrings.passwordRequired);
    else if (complete) confirm.mutate();
  }
  return (
    <FormDialog
      title={props.title}
      submitLabel={props.confirmLabel}
      busyLabel={props.confirmingLabel}
      cancelLabel={props.keepLabel}
      busy={confirm.isPending}
      danger
      onSubmit={send}
      onClose={onClose}
    >
      <div className={styles.lead}>{props.children}</div>
      <SecretInput
        ref={field}
        label={authStrings.password}
        autoComplete="current-password"
        value={password}
        onChange={(event) => {
          setPassword(event.currentTarget.value);
          setWrongPassword(undefined);
        }}
        error={wrongPassword}
        data-autofocus
      />
      {withCode ? <CodeField code={code} /> : null}
      <Problem message={problem} error={confirm.error} />
    </FormDialog>
  );
}
