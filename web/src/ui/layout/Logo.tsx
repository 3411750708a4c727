/** The logo: three bars, alone or with the name. Inherits its colour; the last bar has the accent colour. */
import styles from './layout.module.css';

type Props = { size?: number; markOnly?: boolean };

export function Logo({ size = 24, markOnly = false }: Props) {
  return (
    <span className={styles.logo} style={{ fontSize: size * 0.78 }}>
      <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" className={styles.mark}>
        <rect x="2" y="13" width="5" height="9" rx="2.5" />
        <rect x="9.5" y="7.5" width="5" height="14.5" rx="2.5" />
        <rect x="17" y="2" width="5" height="20" rx="2.5" className={styles.last} />
      </svg>
      {markOnly ? <span className="visually-hidden">Drumbeat</span> : <span>Drumbeat</span>}
    </span>
  );
}
