/** The greeting of the first visit in a session: it gives way to the headline, which takes the same room. */
import { type ReactNode, useEffect, useState } from 'react';
import { dismissBanner, useDismissed } from '../../ui/dismissed.ts';
import styles from './WelcomeHeader.module.css';

/** How long the greeting is shown (DASH-02). */
export const WELCOME_MS = 2_500;
/** Remembered with the closed banners, which a new sign-in forgets. */
const WELCOME = 'welcome';

/** True for the first moments of a session's first visit. */
function useWelcome(): boolean {
  const isKnown = useDismissed(WELCOME);
  const [isNew, setNew] = useState(!isKnown);
  useEffect(() => {
    dismissBanner(WELCOME);
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
