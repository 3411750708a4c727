import { paths } from '../../base/paths.ts';
import { LinkButton } from '../../ui/buttons/PlainButton.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import styles from './settings.module.css';
import { strings } from './settings.strings.ts';

/** The link to the voice of the selected X account. */
export function VoiceCard() {
  return (
    <Section title={strings.voice}>
      <div className={styles.row}>
        <p className={styles.words}>{strings.voiceLead}</p>
        <LinkButton look="outline" to={paths.voice}>
          {strings.voiceOpen}
        </LinkButton>
      </div>
    </Section>
  );
}
