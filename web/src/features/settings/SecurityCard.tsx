import { Section } from '../../ui/layout/Section.tsx';
import { Sessions } from '../auth/Sessions.tsx';
import { TwoFactorSetting } from '../auth/TwoFactorSetting.tsx';
import styles from './settings.module.css';
import { strings } from './settings.strings.ts';

export function SecurityCard() {
  return (
    <Section title={strings.security}>
      <TwoFactorSetting />
      <div className={styles.part}>
        <h3 className={styles.name}>{strings.sessions}</h3>
        <p className={styles.words}>{strings.sessionsLead}</p>
      </div>
      <Sessions />
    </Section>
  );
}
