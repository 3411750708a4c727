import { Section } from '../../ui/layout/Section.tsx';
import { DeleteAccount, DownloadData } from '../user-data/UserData.tsx';
import { strings as dataStrings } from '../user-data/user-data.strings.ts';
import styles from './settings.module.css';
import { strings } from './settings.strings.ts';

export function DataCard() {
  return (
    <Section title={strings.data}>
      <div className={styles.row}>
        <div>
          <h3 className={styles.name}>{strings.download}</h3>
          <p className={styles.words}>{dataStrings.downloadLead}</p>
        </div>
        <DownloadData />
      </div>
      <div className={styles.row}>
        <div>
          <h3 className={styles.name}>{strings.remove}</h3>
          <p className={styles.words}>{dataStrings.removeLead}</p>
        </div>
        <DeleteAccount />
      </div>
    </Section>
  );
}
