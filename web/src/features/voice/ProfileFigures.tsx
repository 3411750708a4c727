/** The statistics behind the profile's statements, for people who want to see them. */
import type { Voice } from '@drumbeat/contract/voice/voice.ts';
import styles from './voice.module.css';
import { shareNames, strings } from './voice.strings.ts';

/** A trigram with visible spaces and line breaks. */
function visible(trigram: string): string {
  return trigram.replaceAll(' ', '·').replaceAll('\n', '↵');
}

export function ProfileFigures({ profile }: { profile: NonNullable<Voice['profile']> }) {
  const { low, middle, high } = profile.length;
  return (
    <details className={styles.figures}>
      <summary>{strings.figures}</summary>
      <dl>
        <dt>{strings.figureLength}</dt>
        <dd>{strings.figureLengths(low, middle, high)}</dd>
        <dt>{strings.figureSentence}</dt>
        <dd>{profile.sentenceWords}</dd>
        <dt>{strings.figureShares}</dt>
        <dd>
          {profile.traits
            .map(({ point, share }) => `${shareNames[point]} ${Math.round(share * 100)}%`)
            .join(', ')}
        </dd>
        <dt>{strings.figureWords}</dt>
        <dd>{profile.functionWords.map(({ word, perThousand }) => `${word} ${perThousand}`).join(', ')}</dd>
        <dt>{strings.figureTrigrams}</dt>
        <dd className={styles.trigrams}>
          {profile.trigrams.map((trigram) => (
            <code key={trigram}>{visible(trigram)}</code>
          ))}
        </dd>
      </dl>
    </details>
  );
}
