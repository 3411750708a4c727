import { Checkbox } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { type KeyboardEvent, useId } from 'react';
import { Link, useNavigate } from 'react-router';
import { type LegalState, paths } from '../../base/paths.ts';
import { LoadingButton } from '../../ui/buttons/LoadingButton.tsx';
import { AuthProblem } from './AuthProblem.tsx';
import {
  type AuthForm,
  checkAgreement,
  checkEmail,
  checkPassword,
  describeAuthError,
  maySignUp,
  signUpLacks,
} from './auth.form.ts';
import styles from './auth.module.css';
import { strings } from './auth.strings.ts';
import { EmailField, PasswordField } from './fields.tsx';
import { focusFirstError } from './focus-first-error.ts';
import { PasswordLacks } from './NewPassword.tsx';
import { NichePicker } from './NichePicker.tsx';
import { signUp } from './sign-up.ts';

type Props = { initial: AuthForm; onTurn: (values: AuthForm) => void; onLeave: (values: AuthForm) => void };

const fromSignUp: LegalState = { returnTo: 'signUp' };

/** Enter in a field must not create an account; only the button does. */
function keepEnterFromSubmitting(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
}

export function SignUpForm({ initial, onTurn, onLeave }: Props) {
  const lacksId = useId();
  const missingId = useId();
  const navigate = useNavigate();
  const form = useForm<AuthForm>({
    initialValues: initial,
    validateInputOnBlur: ['email', 'password'],
    validate: {
      email: checkEmail,
      password: (password) => checkPassword('signUp', password),
      agreeToTerms: (agreed) => checkAgreement('signUp', agreed),
    },
  });
  const submit = useMutation({
    mutationFn: (values: AuthForm) => signUp(values, (path) => void navigate(path)),
    onError: (error) => {
      const { message, about } = describeAuthError(error);
      if (about !== 'email') return;
      form.setFieldError('email', message);
      form.getInputNode('email')?.focus();
    },
  });
  return (
    <form
      className={styles.form}
      noValidate
      onKeyDown={keepEnterFromSubmitting}
      onSubmit={form.onSubmit(
        (values) => submit.mutate(values),
        (errors) => focusFirstError(form, errors),
      )}
    >
      <EmailField form={form} />
      <div>
        <PasswordField form={form} isNew describedBy={lacksId} />
        <PasswordLacks id={lacksId} password={form.values.password} />
      </div>
      <NichePicker value={form.values.niche} onChange={(niche) => form.setFieldValue('niche', niche)} />
      <Agreements form={form} onLeave={() => onLeave(form.getValues())} />
      <AuthProblem error={submit.error} />
      <div>
        <LoadingButton
          type="submit"
          fullWidth
          disabled={!maySignUp(form.values)}
          loading={submit.isPending || submit.isSuccess}
          loadingLabel={strings.signingUp}
          aria-describedby={missingId}
        >
          {strings.signUp}
        </LoadingButton>
        <p id={missingId} className={styles.missing}>
          {signUpLacks(form.values)}
        </p>
      </div>
      <p className={styles.turn}>
        {strings.toSignIn}{' '}
        <button type="button" onClick={() => onTurn(form.getValues())}>
          {strings.signIn}
        </button>
      </p>
    </form>
  );
}

/** The required agreement and the optional consent to marketing email. */
function Agreements({ form, onLeave }: { form: UseFormReturnType<AuthForm>; onLeave: () => void }) {
  const label = (
    <>
      {strings.agree}{' '}
      <Link to={paths.terms} state={fromSignUp} onClick={onLeave}>
        {strings.terms}
      </Link>{' '}
      {strings.and}{' '}
      <Link to={paths.privacy} state={fromSignUp} onClick={onLeave}>
        {strings.privacy}
      </Link>
    </>
  );
  return (
    <div className={styles.boxes}>
      <Checkbox label={label} {...form.getInputProps('agreeToTerms', { type: 'checkbox' })} />
      <Checkbox label={strings.consent} {...form.getInputProps('emailConsent', { type: 'checkbox' })} />
    </div>
  );
}
