/** The greeting on the first visit of a session; the headline then replaces it in the same space. */
import { type ReactNode, useEffect, useState } from 'react';
import { getToken } from '../../../api/session.ts';
import styles from './WelcomeHeader.module.css';

/** How long the greeting is shown (DASH-02). */
export const WELCOME_MS = 2_500;
/** The end of the greeted session's token; a new sign-in is a new session. */
const KEY = 'welcomedSession';
const sessionMark = (): string => (getToken() ?? '').slice(-8);

/** True for the first moments of a session's first visit. */
function useWelcome(): boolean {
  const [isNew, setNew] = useState(() => sessionStorage.getItem(KEY) !== sessionMark());
  useEffect(() => {
    sessionStorage.setItem(KEY, sessionMark());
    const timer = setTimeout(() => setNew(false), WELCOME_MS);
    return () => clearTimeout(timer);
  }, []);
  return isNew;
}

/** Renders both in one place, so that nothing moves when one replaces the other. */
export function WelcomeHeader({ words, children }: { words: string; children: ReactNode }) {
  const isNew = useWelcome();
  return (
    <div className={styles.header}>
      {isNew ? <p className={styles.welcome}>{words}</p> : null}
      <div className={isNew ? styles.waiting : styles.shown}>{children}</div>
    </div>
  );
}
