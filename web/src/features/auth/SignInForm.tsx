import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { LoadingButton } from '../../ui/LoadingButton.tsx';
import { AuthProblem } from './AuthProblem.tsx';
import { type AuthForm, checkEmail, checkPassword } from './auth.form.ts';
import styles from './auth.module.css';
import { strings } from './auth.strings.ts';
import { EmailField, PasswordField } from './fields.tsx';
import { focusFirstError } from './focus-first-error.ts';
import { signIn } from './sign-in.ts';

type Props = { initial: AuthForm; onTurn: (values: AuthForm) => void };

export function SignInForm({ initial, onTurn }: Props) {
  const form = useForm<AuthForm>({
    initialValues: initial,
    validateInputOnBlur: ['email'],
    validate: { email: checkEmail, password: (password) => checkPassword('signIn', password) },
  });
  const submit = useMutation({ mutationFn: signIn });
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={form.onSubmit(
        (values) => submit.mutate(values),
        (errors) => focusFirstError(form, errors),
      )}
    >
      <EmailField form={form} />
      <PasswordField form={form} isNew={false} />
      <AuthProblem error={submit.error} />
      <LoadingButton type="submit" fullWidth loading={submit.isPending} loadingLabel={strings.signingIn}>
        {strings.signIn}
      </LoadingButton>
      <p className={styles.turn}>
        {strings.toSignUp}{' '}
        <button type="button" onClick={() => onTurn(form.getValues())}>
          {strings.signUp}
        </button>
      </p>
    </form>
  );
}
