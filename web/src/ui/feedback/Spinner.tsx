/** The loading indicator for a whole screen: the logo's three bars. Shown after 150 ms unless `now`. */
import styles from './Spinner.module.css';
import { useDelayed } from './useDelayed.ts';

export function Spinner({ label = 'Loading', now = false }: { label?: string; now?: boolean }) {
  const late = useDelayed(!now);
  return (
    <div className={styles.screen} role="status">
      <svg className={now || late ? styles.bars : styles.early} viewBox="0 0 34 36" aria-hidden="true">
        <rect x="0" width="8" height="36" rx="4" />
        <rect x="13" width="8" height="36" rx="4" />
        <rect x="26" width="8" height="36" rx="4" />
      </svg>
      <span className="visually-hidden">{label}</span>
    </div>
  );
}
