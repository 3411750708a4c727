/** A loading indicator for a whole screen: the three bars of the mark. Drawn after 150 ms unless `now`. */
import styles from './Spinner.module.css';
import { useDelayed } from './useDelayed.ts';

export function Spinner({ label = 'Loading', now = false }: { label?: string; now?: boolean }) {
  const late = useDelayed(!now);
  return (
    <div className={styles.screen} role="status">
      <span className={now || late ? styles.bars : styles.early} aria-hidden>
        <i />
        <i />
        <i />
      </span>
      <span className="visually-hidden">{label}</span>
    </div>
  );
}
