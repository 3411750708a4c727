import type { ChangeEvent } from 'react';
import styles from './FileChoice.module.css';

type Props = {
  /** File types that the browser offers, as in an input's `accept`. */
  accept: string;
  label: string;
  /** What stands beside the button: the chosen file's name, or that there is none. */
  name: string;
  onChoose: (event: ChangeEvent<HTMLInputElement>) => void;
};

/** A button that lets the person choose one file of theirs. */
export function FileChoice({ accept, label, name, onChoose }: Props) {
  return (
    <label className={styles.file}>
      <input type="file" accept={accept} onChange={onChoose} />
      <span className={styles.button}>{label}</span>
      <span className={styles.name}>{name}</span>
    </label>
  );
}
