/** How close a text is to the person's own posts, shown unobtrusively; the reasons expand below. */
import type { Nearness } from '@drumbeat/contract/voice/voice.ts';
import styles from './voice.module.css';
import { strings } from './voice.strings.ts';

type Props = { nearness: Nearness | null | undefined; isSet?: boolean };

export function NearnessSign({ nearness, isSet = false }: Props) {
  if (!nearness) return null;
  const words = isSet ? strings.nearnessOfSet(nearness.score) : strings.nearness(nearness.score);
  if (nearness.reasons.length === 0) return <p className={styles.nearness}>{words}</p>;
  return (
    <details className={styles.nearness}>
      <summary>{words}</summary>
      <ul>
        {nearness.reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </details>
  );
}
