import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { paths } from '../../app/paths.ts';
import { Logo } from '../../ui/Logo.tsx';
import { type AuthForm, type AuthMode, emptyForm, onModeChange } from './auth.form.ts';
import styles from './auth.module.css';
import { strings } from './auth.strings.ts';
import { SignInForm } from './SignInForm.tsx';
import { SignUpForm } from './SignUpForm.tsx';

/** What was typed, except the password, while the person reads the terms; forgotten when the page is loaded anew. */
let draft: AuthForm = emptyForm;

export function AuthPage() {
  const asked = (useLocation().state as { mode?: AuthMode } | null)?.mode;
  const [mode, setMode] = useState<AuthMode>(asked === 'signUp' ? 'signUp' : 'signIn');
  const [form, setForm] = useState(draft);

  function remember(values: AuthForm): void {
    draft = { ...values, password: '', agreeToTerms: false };
  }
  function turnTo(next: AuthMode, values: AuthForm): void {
    remember(values);
    setForm(onModeChange(values));
    setMode(next);
  }
  const title = mode === 'signIn' ? strings.signInTitle : strings.signUpTitle;
  return (
    <main className={styles.screen}>
      <title>{`${title} · Drumbeat`}</title>
      <Link to={paths.landing} className={styles.brand}>
        <Logo size={28} />
      </Link>
      <div className={styles.card}>
        <div className={styles.heading}>
          <h1>{title}</h1>
          {mode === 'signUp' ? <p className={styles.lead}>{strings.signUpLead}</p> : null}
        </div>
        {mode === 'signIn' ? (
          <SignInForm initial={form} onTurn={(values) => turnTo('signUp', values)} />
        ) : (
          <SignUpForm initial={form} onTurn={(values) => turnTo('signIn', values)} onLeave={remember} />
        )}
      </div>
    </main>
  );
}
