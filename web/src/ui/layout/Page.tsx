/**
 * A screen inside the shell: sets the document title and renders the heading, with an optional line below it and
 * actions on the right, then the content in the page's column.
 *
 *     <Page title="Dashboard" lead="Next post in 2 h 14 min" actions={<Button>…</Button>}>…</Page>
 *
 * `headingHidden` keeps the h1 for screen readers only.
 */
import type { ReactNode } from 'react';
import styles from './Page.module.css';

type Props = {
  title: string;
  lead?: ReactNode;
  actions?: ReactNode;
  headingHidden?: boolean;
  /** Less space between cards, for screens that show a lot at once. */
  dense?: boolean;
  children: ReactNode;
};

export function Page({ title, lead, actions, headingHidden = false, dense = false, children }: Props) {
  return (
    <div className={dense ? `${styles.page} ${styles.dense}` : styles.page}>
      <title>{`${title} · Drumbeat`}</title>
      <header className={headingHidden ? 'visually-hidden' : styles.header}>
        <div className={styles.words}>
          <h1>{title}</h1>
          {lead ? <p className={styles.lead}>{lead}</p> : null}
        </div>
        {actions ? <div className={styles.actions}>{actions}</div> : null}
      </header>
      {children}
    </div>
  );
}
