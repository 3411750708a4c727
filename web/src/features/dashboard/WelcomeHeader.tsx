/** The greeting of the first visit in a session: it gives way to the headline, which takes the same room. */
import { type ReactNode, useEffect, useState } from 'react';
import { getToken } from '../../api/session.ts';
import styles from './WelcomeHeader.module.css';

/** How long the greeting is shown (DASH-02). */
export const WELCOME_MS = 2_500;
/** The end of the token of the session that was greeted: another sign-in is another session. */
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

/** Draws both in one place, so that nothing moves when one takes over from the other. */
export function WelcomeHeader({ words, children }: { words: string; children: ReactNode }) {
  const isNew = useWelcome();
  return (
    <div className={styles.header}>
      {isNew ? <p className={styles.welcome}>{words}</p> : null}
      <div className={isNew ? styles.waiting : styles.shown}>{children}</div>
    </div>
  );
}
