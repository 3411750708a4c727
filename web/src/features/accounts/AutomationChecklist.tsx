/** X's rules for automated accounts: shown once an account is connected, until dismissed. */

import { TextButton } from '../../ui/buttons/TextButton.tsx';
import { dismissBanner, useDismissed } from '../../ui/feedback/dismissed.ts';
import styles from './accounts.module.css';
import { automation } from './accounts.strings.ts';

const ID = 'automation-checklist';

export function AutomationChecklist() {
  if (useDismissed(ID)) return null;
  return (
    <section className={styles.card} aria-label={automation.title}>
      <h3 className={styles.title}>{automation.title}</h3>
      <ul className={styles.list}>
        {automation.asks.map(([what, how]) => (
          <li key={what}>
            <strong>{what}</strong> {how}
          </li>
        ))}
      </ul>
      <p className={styles.end}>
        <a href={automation.rules} target="_blank" rel="noreferrer">
          {automation.read}
        </a>
        <TextButton onClick={() => dismissBanner(ID)}>{automation.dismiss}</TextButton>
      </p>
    </section>
  );
}
