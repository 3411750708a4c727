import type { ReactNode } from 'react';
import styles from './Filters.module.css';

/** The fields that narrow a list, in a line; one below the other on a phone. */
export function Filters({ children }: { children: ReactNode }) {
  return <search className={styles.filters}>{children}</search>;
}
