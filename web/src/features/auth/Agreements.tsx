import { Checkbox } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { Link } from 'react-router';
import { type LegalState, paths } from '../../base/paths.ts';
import type { AuthForm } from './auth.form.ts';
import styles from './auth.module.css';
import { strings } from './auth.strings.ts';

const fromSignUp: LegalState = { returnTo: 'signUp' };

/** The required agreement and the optional consent to marketing email. */
export function Agreements({ form, onLeave }: { form: UseFormReturnType<AuthForm>; onLeave: () => void }) {
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
