import { POST_MAX } from '@drumbeat/contract/posts/posts.rules.ts';
import { TextButton } from '../../../ui/buttons/TextButton.tsx';
import styles from './edit.module.css';

/** How many of the 280 characters a text uses, as X counts them. Announced only when it is over the limit. */
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

type Props = { draft: { isRestored: boolean; discard: () => void }; weight: number };

/** Below the text of a post: whether it is a kept draft, and its length as X counts it. */
export function DraftLine({ draft, weight }: Props) {
  return (
    <div className={styles.line}>
      {draft.isRestored ? (
        <p className={styles.kept} role="status">
          Draft kept <span aria-hidden>·</span> <TextButton onClick={draft.discard}>Discard</TextButton>
        </p>
      ) : null}
      <CharacterCounter weight={weight} />
    </div>
  );
}
