import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId } from 'react';
import { requestIdOf } from '../../../api/errors.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { LoadingButton } from '../../../ui/LoadingButton.tsx';
import { RequestId } from '../../../ui/RequestId.tsx';
import { CodeField } from './CodeField.tsx';
import { describeCodeError } from './describe-code-error.ts';
import styles from './two-factor.module.css';
import { strings } from './two-factor.strings.ts';
import { useCode } from './useCode.ts';

type Props = { onClose: () => void; signIn: (code: string) => Promise<void> };

/** Asks for the second factor after the password was right, and signs in with it. */
export function SignInCodeDialog({ onClose, signIn }: Props) {
  const formId = useId();
  const code = useCode();
  const submit = useMutation({
    mutationFn: signIn,
    onError: (error) => code.refuse(describeCodeError(error)),
  });
  function send(event: FormEvent): void {
    event.preventDefault();
    if (submit.isPending) return;
    if (code.isComplete()) submit.mutate(code.code);
    else submit.reset();
  }
  const footer = (
    <>
      <Button variant="default" onClick={onClose} disabled={submit.isPending}>
        {strings.cancel}
      </Button>
      <LoadingButton type="submit" form={formId} loading={submit.isPending} loadingLabel={strings.verifying}>
        {strings.verify}
      </LoadingButton>
    </>
  );
  return (
    <Dialog
      opened
      onClose={onClose}
      title={strings.title}
      locked={submit.isPending}
      footer={footer}
      size={420}
    >
      <form id={formId} className={styles.form} noValidate onSubmit={send}>
        <p className={styles.lead}>{code.kind === 'app' ? strings.signInLead : strings.backupLead}</p>
        <CodeField code={code} autoFocus />
        {submit.error && code.error !== strings.invalid ? <RequestId id={requestIdOf(submit.error)} /> : null}
      </form>
    </Dialog>
  );
}
