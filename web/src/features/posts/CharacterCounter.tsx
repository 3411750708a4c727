/** How much of the 280 a text takes, as X counts it. Spoken only when it is over. */
import { POST_MAX } from '@drumbeat/contract/posts.rules.ts';
import styles from './CharacterCounter.module.css';

export function CharacterCounter({ weight }: { weight: number }) {
  const isOver = weight > POST_MAX;
  return (
    <span className={styles.counter} data-over={isOver || undefined}>
      <span role={isOver ? 'alert' : undefined}>
        {weight} / {POST_MAX}
        {isOver ? <span className="visually-hidden"> characters, too long</span> : null}
      </span>
    </span>
  );
}
