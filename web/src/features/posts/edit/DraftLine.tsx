import { TextButton } from '../../../ui/buttons/TextButton.tsx';
import { CharacterCounter } from './CharacterCounter.tsx';
import styles from './edit.module.css';

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
