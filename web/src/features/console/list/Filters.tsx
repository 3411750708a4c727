import type { ReactNode } from 'react';
import styles from './list.module.css';

/** The filters of a list, in a row; stacked on a phone. */
export function Filters({ children }: { children: ReactNode }) {
  return <search className={styles.filters}>{children}</search>;
}
