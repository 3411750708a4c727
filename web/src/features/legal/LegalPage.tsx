import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { type LegalState, paths, signUpState } from '../../base/paths.ts';
import { Logo } from '../../ui/layout/Logo.tsx';
import styles from './LegalPage.module.css';

/** A legal text, 68 characters wide, with a link back to where the reader came from. */
export function LegalPage({
  title,
  updated,
  children,
}: {
  title: string;
  updated: string;
  children: ReactNode;
}) {
  const state = useLocation().state as LegalState | null;
  const fromSignUp = state?.returnTo === 'signUp';
  return (
    <>
      <title>{`${title} · Drumbeat`}</title>
      <header className={styles.header}>
        <Link
          to={fromSignUp ? paths.auth : paths.landing}
          state={fromSignUp ? signUpState : null}
          className={styles.back}
        >
          <ArrowLeft size={16} aria-hidden />
          {fromSignUp ? 'Back to Sign Up' : 'Back to Home'}
        </Link>
        <Logo size={20} />
      </header>
      <main className={styles.text}>
        <h1>{title}</h1>
        <p className={styles.updated}>Last changed on {updated}</p>
        {children}
      </main>
    </>
  );
}
