import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { LoadingButton } from '../../ui/buttons/LoadingButton.tsx';
import { TextButton } from '../../ui/buttons/TextButton.tsx';
import { AuthProblem } from './AuthProblem.tsx';
import {
  type AuthForm,
  asksForCode,
  checkEmail,
  checkPassword,
  isProofInvalid,
  proofOf,
} from './auth.form.ts';
import styles from './auth.module.css';
import { strings } from './auth.strings.ts';
import { EmailField, PasswordField } from './fields.tsx';
import { focusFirstError } from './focus-first-error.ts';
import { useSecondFactor } from './second-factor.tsx';
import { type Credentials, signIn } from './sign-in.ts';

/** Loaded on demand: most people never need it. */
const SignInCodeDialog = lazy(async () => ({
  default: (await import('./two-factor/SignInCodeDialog.tsx')).SignInCodeDialog,
}));

/** Loaded on demand as well. */
const ForgotDialog = lazy(async () => ({
  default: (await import('./reset/ForgotDialog.tsx')).ForgotDialog,
}));

type Props = { initial: AuthForm; onTurn: (values: AuthForm) => void };

export function SignInForm({ initial, onTurn }: Props) {
  const form = useForm<AuthForm>({
    initialValues: initial,
    validateInputOnBlur: ['email'],
    validate: { email: checkEmail, password: (password) => checkPassword('signIn', password) },
  });
  /** What the code dialog sends with the code, after the password was accepted. */
  const [proven, setProven] = useState<Credentials>();
  /** Why the code could not be sent without the password. */
  const [outdated, setOutdated] = useState<Error>();
  const { setAwaited } = useSecondFactor();
  const [forgot, setForgot] = useState(false);
  const submit = useMutation({
    mutationFn: ({ email, password }: AuthForm) => signIn({ email, password }),
    onMutate: () => setOutdated(undefined),
    onError(error, values) {
      const lacksCode = asksForCode(error);
      setAwaited(lacksCode);
      setProven(lacksCode ? provenBy(error, values) : undefined);
    },
  });
  // A newly mounted form has no accepted password any more. Not reset on unmount, because the guard still
  // needs it then.
  useEffect(() => setAwaited(false), [setAwaited]);
  async function signInWithCode(credentials: Credentials, code: string): Promise<void> {
    try {
      await signIn(credentials, code);
    } catch (error) {
      if (!isProofInvalid(error)) throw error;
      setOutdated(error);
      form.setFieldValue('password', '');
      giveUpCode();
    }
  }
  function giveUpCode(): void {
    setAwaited(false);
    setProven(undefined);
    form.getInputNode('password')?.focus();
  }
  return (
    <>
      <form
        className={styles.form}
        noValidate
        onSubmit={form.onSubmit(
          (values) => submit.mutate(values),
          (errors) => focusFirstError(form, errors),
        )}
      >
        <EmailField form={form} />
        <div>
          <PasswordField form={form} isNew={false} />
          <TextButton onClick={() => setForgot(true)}>{strings.forgot}</TextButton>
        </div>
        <AuthProblem error={outdated ?? (asksForCode(submit.error) ? null : submit.error)} />
        <LoadingButton
          type="submit"
          fullWidth
          loading={submit.isPending || submit.isSuccess}
          loadingLabel={strings.signingIn}
        >
          {strings.signIn}
        </LoadingButton>
        <p className={styles.turn}>
          {strings.toSignUp}{' '}
          <button type="button" onClick={() => onTurn(form.getValues())}>
            {strings.signUp}
          </button>
        </p>
      </form>
      {forgot ? (
        <Suspense>
          <ForgotDialog email={form.values.email} onClose={() => setForgot(false)} />
        </Suspense>
      ) : null}
      {proven ? (
        <Suspense>
          <SignInCodeDialog onClose={giveUpCode} signIn={(code) => signInWithCode(proven, code)} />
        </Suspense>
      ) : null}
    </>
  );
}

/** A server that gives no proof gets the password again. */
function provenBy(error: unknown, { email, password }: AuthForm): Credentials {
  const proof = proofOf(error);
  return proof === undefined ? { email, password } : { email, proof };
}
