import type { ReactNode } from 'react';
import styles from './metrics.module.css';

/** A part of the metrics with its own heading and a note on how it is counted. */
export function Block({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <section className={styles.block} aria-label={title}>
      <h3>{title}</h3>
      {note ? <p>{note}</p> : null}
      {children}
    </section>
  );
}
