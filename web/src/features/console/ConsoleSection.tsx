import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './console.module.css';

type Props = {
  id: string;
  title: string;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  children: ReactNode;
};

/** A collapsible section of the console. Its content is rendered, and so loaded, only while it is open. */
export function ConsoleSection({ id, title, isOpen, onToggle, children }: Props) {
  return (
    <details
      id={id}
      className={styles.section}
      open={isOpen}
      onToggle={(event) => onToggle(event.currentTarget.open)}
    >
      <summary>
        <ChevronRight size={16} aria-hidden className={styles.chevron} />
        <h2>{title}</h2>
      </summary>
      {isOpen ? <div className={styles.body}>{children}</div> : null}
    </details>
  );
}
