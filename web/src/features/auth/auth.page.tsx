import { lazy, Suspense, startTransition, useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { onSessionChange } from '../../api/session.ts';
import { linkToken } from '../../base/link-token.ts';
import { paths } from '../../base/paths.ts';
import { Logo } from '../../ui/layout/Logo.tsx';
import { type AuthForm, type AuthMode, emptyForm, modeFor, onModeChange } from './auth.form.ts';
import styles from './auth.module.css';
import { strings } from './auth.strings.ts';
import { SignInForm } from './SignInForm.tsx';

/** Loaded on demand: signing in does not need the code of sign-up. */
const SignUpForm = lazy(async () => ({ default: (await import('./SignUpForm.tsx')).SignUpForm }));
/** Loaded on demand: few visits reset a password. */
const ForgotCard = lazy(async () => ({ default: (await import('./reset/ForgotPassword.tsx')).ForgotCard }));
const ResetDialog = lazy(async () => ({ default: (await import('./reset/ResetDialog.tsx')).ResetDialog }));

/** The input, without the password, while the person reads the terms; cleared when a session starts. */
let draft: AuthForm = emptyForm;
onSessionChange(() => {
  draft = emptyForm;
});

const titles = {
  signIn: strings.signInTitle,
  signUp: strings.signUpTitle,
  resetPassword: strings.resetTitle,
} as const satisfies Record<AuthMode, string>;

/** The token of an emailed link. It leaves the URL before the app starts, or here after a navigation. */
function useResetToken(): string | null {
  const { search, pathname } = useLocation();
  const token = new URLSearchParams(search).get('token') ?? linkToken();
  useEffect(() => {
    if (!token || new URLSearchParams(window.location.search).get('token') !== token) return;
    window.history.replaceState({ ...window.history.state, linkToken: token }, '', pathname);
  }, [token, pathname]);
  return token;
}

/** One screen for two paths; each path and each emailed link remounts it. */
export function AuthPage() {
  const { pathname } = useLocation();
  const token = useResetToken();
  return <AuthScreen key={`${pathname} ${token ?? ''}`} token={token} />;
}

function AuthScreen({ token }: { token: string | null }) {
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const [mode, setMode] = useState(() => modeFor({ pathname, token, state }));
  const [form, setForm] = useState(draft);

  function remember(values: AuthForm): void {
    draft = { ...values, password: '', agreeToTerms: false };
  }
  function turnTo(next: AuthMode, values: AuthForm): void {
    remember(values);
    // Keep the current form until the other one has loaded.
    startTransition(() => {
      setForm(onModeChange(values));
      setMode(next);
    });
  }
  const leaveLink = (to: string) => () => void navigate(to, { replace: true });
  return (
    <main className={styles.screen}>
      <title>{`${token ? strings.resetTitle : titles[mode]} · Drumbeat`}</title>
      <Link to={paths.landing} className={styles.brand}>
        <Logo size={28} />
      </Link>
      <div className={styles.card}>
        {mode === 'resetPassword' ? null : (
          <div className={styles.heading}>
            <h1>{titles[mode]}</h1>
            {mode === 'signUp' ? <p className={styles.lead}>{strings.signUpLead}</p> : null}
          </div>
        )}
        {mode === 'signIn' ? (
          <SignInForm initial={form} onTurn={(values) => turnTo('signUp', values)} />
        ) : null}
        <Suspense>
          {mode === 'signUp' ? (
            <SignUpForm initial={form} onTurn={(values) => turnTo('signIn', values)} onLeave={remember} />
          ) : null}
          {mode === 'resetPassword' ? <ForgotCard email={form.email} onBack={leaveLink(paths.auth)} /> : null}
          {token ? (
            <ResetDialog
              token={token}
              onClose={leaveLink(paths.auth)}
              onNewLink={leaveLink(paths.resetPassword)}
            />
          ) : null}
        </Suspense>
      </div>
    </main>
  );
}
