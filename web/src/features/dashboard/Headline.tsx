/** The line that says whether everything is all right. */
import type { User } from '@drumbeat/contract/users.ts';
import { CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import styles from './Headline.module.css';
import { type HeadlineInput, headlineOf } from './headline.rules.ts';
import { pastDueOf } from './past-due.ts';
import { useNow } from './useNow.ts';

const icons = { good: CircleCheck, idle: CircleDashed, attention: TriangleAlert } as const;

type Props = Omit<HeadlineInput, 'now' | 'pastDue'> & { user: User };

export function Headline({ user, ...props }: Props) {
  const now = useNow(20_000);
  const { tone, text, scheduled, failed } = headlineOf({ ...props, pastDue: pastDueOf(user, now), now });
  const Icon = icons[tone];
  return (
    <div className={styles.headline} data-tone={tone}>
      <p className={styles.text}>
        <Icon size={20} aria-hidden className={styles.icon} />
        {text}
      </p>
      <p className={styles.counts}>
        <span>{scheduled} scheduled</span>
        <span aria-hidden>·</span>
        {failed > 0 ? (
          <Link to="?status=failed" replace preventScrollReset className={styles.failed}>
            {failed} failed
          </Link>
        ) : (
          <span>0 failed</span>
        )}
      </p>
    </div>
  );
}
