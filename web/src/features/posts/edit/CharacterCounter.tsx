/** How many of the 280 characters a text uses, as X counts them. Announced only when it is over the limit. */
import { POST_MAX } from '@drumbeat/contract/posts/posts.rules.ts';
import styles from './edit.module.css';

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
