/** A post's status as a chip with colour, icon and text. `<StatusBadge status="Pending" />` */
import { CircleCheck, CircleX, Clock, LoaderCircle } from 'lucide-react';
import styles from './StatusBadge.module.css';

const looks = {
  Pending: { Icon: Clock, look: styles.pending },
  Processing: { Icon: LoaderCircle, look: styles.processing },
  Posted: { Icon: CircleCheck, look: styles.posted },
  Failed: { Icon: CircleX, look: styles.failed },
} as const;

type Props = { status: keyof typeof looks; label?: string };

/** `label` replaces the text, for example 'Failed (2 retries)'. */
export function StatusBadge({ status, label }: Props) {
  const { Icon, look } = looks[status];
  return (
    <span className={`${styles.badge} ${look}`} data-status={status}>
      <Icon size={13} strokeWidth={2.25} aria-hidden />
      {label ?? status}
    </span>
  );
}
