/** A full-screen message: the logo, a title, a sentence or two, and what to do next. Without Mantine. */
import type { ReactNode } from 'react';
import { Logo } from '../layout/Logo.tsx';
import styles from './feedback.module.css';

type Props = { title: string; icon?: ReactNode; actions?: ReactNode; children?: ReactNode };

export function Notice({ title, icon, actions, children }: Props) {
  return (
    <main className={styles.screen}>
      <title>{`${title} · Drumbeat`}</title>
      <div className={styles.brand}>
        <Logo />
      </div>
      <div className={styles.card}>
        {icon ? <span className={styles.noticeIcon}>{icon}</span> : null}
        <h1>{title}</h1>
        {children ? <div className={styles.noticeWords}>{children}</div> : null}
        {actions ? <div className={styles.actions}>{actions}</div> : null}
      </div>
    </main>
  );
}
