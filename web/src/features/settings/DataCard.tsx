import { Section } from '../../ui/Section.tsx';
import { DeleteAccount } from '../user-data/DeleteAccount.tsx';
import { DownloadData } from '../user-data/DownloadData.tsx';
import { strings as dataStrings } from '../user-data/user-data.strings.ts';
import styles from './settings.module.css';
import { strings } from './settings.strings.ts';

export function DataCard() {
  return (
    <Section title={strings.data}>
      <div className={styles.row}>
        <p className={styles.words}>{dataStrings.downloadLead}</p>
        <DownloadData />
      </div>
      <div className={styles.row}>
        <p className={styles.words}>{dataStrings.removeLead}</p>
        <DeleteAccount />
      </div>
    </Section>
  );
}
