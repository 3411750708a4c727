import type { ChangeEvent } from 'react';
import styles from './buttons.module.css';

type Props = {
  /** Accepted file types, as in an input's `accept`. */
  accept: string;
  label: string;
  /** The text beside the button: the chosen file's name, or that none is chosen. */
  name: string;
  onChoose: (event: ChangeEvent<HTMLInputElement>) => void;
};

/** A button for choosing one file. */
export function FileChoice({ accept, label, name, onChoose }: Props) {
  return (
    <label className={styles.file}>
      <input type="file" accept={accept} onChange={onChoose} />
      <span className={styles.fileChoiceButton}>{label}</span>
      <span className={styles.name}>{name}</span>
    </label>
  );
}
