/** A line along the top of the window while something loads. Shown after 250 ms. */

import { useDelayed } from './useDelayed.ts';
import styles from './waiting.module.css';

export function ProgressLine({ active = true }: { active?: boolean }) {
  return useDelayed(active, 250) ? <div className={styles.progress} aria-hidden /> : null;
}
