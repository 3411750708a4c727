/** The card with the next step: a title, a text, the inputs it needs, and its buttons. */
import type { ReactNode } from 'react';
import { Section } from '../../../ui/layout/Section.tsx';
import styles from './ActionCard.module.css';

type Props = {
  title: string;
  text?: ReactNode;
  actions?: ReactNode;
  note?: ReactNode;
  children?: ReactNode;
  id?: string;
};

export function ActionCard({ title, text, actions, note, children, id }: Props) {
  return (
    <Section className={styles.section}>
      <div id={id} className={styles.card} data-plain={children ? undefined : true}>
        <div className={styles.words}>
          <h2>{title}</h2>
          {text ? <p className={styles.text}>{text}</p> : null}
        </div>
        {children ? <div className={styles.more}>{children}</div> : null}
        {actions || note ? (
          <div className={styles.side}>
            {actions ? <div className={styles.actions}>{actions}</div> : null}
            {note ? <div className={styles.note}>{note}</div> : null}
          </div>
        ) : null}
      </div>
    </Section>
  );
}
