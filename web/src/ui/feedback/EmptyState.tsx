/** An empty list: one sentence, one action. `<EmptyState action={<Button…/>}>No posts yet.</EmptyState>` */
import type { ReactNode } from 'react';
import styles from './feedback.module.css';

export function EmptyState({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <p>{children}</p>
      {action}
    </div>
  );
}
