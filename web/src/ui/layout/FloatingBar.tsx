/**
 * Actions for the selected rows, floating above the end of their list.
 *
 *     <FloatingBar label="Selected posts">…</FloatingBar>
 */
import type { ReactNode } from 'react';
import styles from './layout.module.css';

export function FloatingBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className={styles.bar} aria-label={label}>
      {children}
    </section>
  );
}
