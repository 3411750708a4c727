/** Which keys save and close an editor; shown only if there is a keyboard. */
import styles from './edit.module.css';

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

export function SaveHint({ closing = 'keeps a draft' }: { closing?: string }) {
  return (
    <p className={styles.hint}>
      <kbd>{isApple ? '⌘' : 'Ctrl'}</kbd> <kbd>Enter</kbd> saves, <kbd>Esc</kbd> {closing}
    </p>
  );
}
