import { useMutation } from '@tanstack/react-query';
import { requestIdOf } from '../../../api/errors.ts';
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx';
import { RequestId } from '../../../ui/feedback/RequestId.tsx';
import { CodeField } from './CodeField.tsx';
import { describeCodeError } from './describe-code-error.ts';
import styles from './setup.module.css';
import { strings } from './two-factor.strings.ts';
import { useCode } from './useCode.ts';

type Props = { onClose: () => void; signIn: (code: string) => Promise<void> };

/** Asks for the second factor after the password was accepted, and signs in with it. */
export function SignInCodeDialog({ onClose, signIn }: Props) {
  const code = useCode();
  const submit = useMutation({
    mutationFn: signIn,
    onError: (error) => code.refuse(describeCodeError(error)),
  });
  function send(): void {
    if (code.isComplete()) submit.mutate(code.code);
    else submit.reset();
  }
  return (
    <FormDialog
      title={strings.title}
      submitLabel={strings.verify}
      busyLabel={strings.verifying}
      cancelLabel={strings.cancel}
      busy={submit.isPending}
      size={420}
      onSubmit={send}
      onClose={onClose}
    >
      <p className={styles.lead}>{code.kind === 'app' ? strings.signInLead : strings.backupLead}</p>
      <CodeField code={code} autoFocus />
      {submit.error && code.error && code.error !== strings.invalid ? (
        <RequestId id={requestIdOf(submit.error)} />
      ) : null}
    </FormDialog>
  );
}
