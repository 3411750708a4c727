/**
 * A card: surface, border, radius 10, padding 24 (16 on a phone). With a title it is a named region.
 *
 *     <Section title="Scheduled posts" actions={<SegmentedControl …/>}>…</Section>
 *     <Section flush>…a table or calendar that brings its own padding…</Section>
 */
import { type ReactNode, useId } from 'react';
import styles from './layout.module.css';

type Props = {
  title?: string;
  lead?: ReactNode;
  actions?: ReactNode;
  flush?: boolean;
  className?: string | undefined;
  children: ReactNode;
};

export function Section({ title, lead, actions, flush = false, className, children }: Props) {
  const id = useId();
  const classes = [styles.section, flush ? styles.flush : '', className ?? ''].filter(Boolean).join(' ');
  return (
    <section className={classes} aria-labelledby={title ? id : undefined}>
      {title || actions ? (
        <header className={styles.header}>
          <div>
            {title ? <h2 id={id}>{title}</h2> : null}
            {lead ? <div className={styles.lead}>{lead}</div> : null}
          </div>
          {actions ? <div className={styles.actions}>{actions}</div> : null}
        </header>
      ) : null}
      {children}
    </section>
  );
}
