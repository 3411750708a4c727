import { paths } from '../../base/paths.ts';
import { LinkButton } from '../../ui/buttons/PlainButton.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import styles from './settings.module.css';
import { strings } from './settings.strings.ts';

/** The link to the facts of the selected X account. */
export function FactsCard() {
  return (
    <Section title={strings.facts}>
      <div className={styles.row}>
        <p className={styles.words}>{strings.factsLead}</p>
        <LinkButton look="outline" to={paths.facts}>
          {strings.factsOpen}
        </LinkButton>
      </div>
    </Section>
  );
}
