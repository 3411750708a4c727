/** The line that says whether everything is all right. */
import { CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import styles from './Headline.module.css';
import { type HeadlineInput, headlineOf } from './headline.rules.ts';
import { useNow } from './useNow.ts';

type Props = Omit<HeadlineInput, 'now' | 'plan'> & { planAt: (now: number) => HeadlineInput['plan'] };

const icons = { good: CircleCheck, idle: CircleDashed, attention: TriangleAlert } as const;

export function Headline({ planAt, ...props }: Props) {
  const now = useNow(20_000);
  const { tone, text, scheduled, failed } = headlineOf({ ...props, plan: planAt(now), now });
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
