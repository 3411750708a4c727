import { ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import styles from './admin.module.css';

type Props = { title: string; openAtFirst?: boolean; children: ReactNode };

/** A section of the console that folds. What is in it loads when it is first opened. */
export function ConsoleSection({ title, openAtFirst = false, children }: Props) {
  const [isOpen, setOpen] = useState(openAtFirst);
  return (
    <details className={styles.section} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <ChevronRight size={16} aria-hidden className={styles.chevron} />
        <h2>{title}</h2>
      </summary>
      {isOpen ? <div className={styles.body}>{children}</div> : null}
    </details>
  );
}
