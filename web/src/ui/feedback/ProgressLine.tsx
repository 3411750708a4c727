/** A line along the top of the window while something loads. Shown after 250 ms. */
import styles from './ProgressLine.module.css';
import { useDelayed } from './useDelayed.ts';

export function ProgressLine({ active = true }: { active?: boolean }) {
  return useDelayed(active, 250) ? <div className={styles.progress} aria-hidden /> : null;
}
