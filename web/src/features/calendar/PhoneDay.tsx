import type { Post } from '@drumbeat/contract/posts/posts.ts';
import { Check, X } from 'lucide-react';
import { memo } from 'react';
import { toneOf } from './calendar.rules.ts';
import { describeDayPosts } from './describe.rules.ts';
import styles from './PhoneMonth.module.css';

type Props = {
  day: string;
  posts: readonly Post[] | undefined;
  isChosen: boolean;
  isToday: boolean;
  isOther: boolean;
  isTarget: boolean;
  onChoose: (day: string) => void;
};

/** How many status icons fit below a day. */
const MOST = 3;

export const PhoneDay = memo(function PhoneDay(props: Props) {
  const { day, posts = [], isChosen, isToday, isOther, isTarget, onChoose } = props;
  return (
    <button
      type="button"
      className={styles.dayButton}
      data-day={day}
      data-today={isToday || undefined}
      data-other={isOther || undefined}
      data-target={isTarget || undefined}
      aria-pressed={isChosen}
      aria-current={isToday ? 'date' : undefined}
      aria-label={describeDayPosts(day, posts)}
      tabIndex={isChosen ? 0 : -1}
      onClick={() => onChoose(day)}
    >
      <span className={styles.number}>{Number(day.slice(8))}</span>
      <span className={styles.signs} aria-hidden="true">
        {posts.slice(0, MOST).map((post) => (
          <Sign key={post.id} tone={toneOf(post)} />
        ))}
        {posts.length > MOST ? <span className={styles.rest}>+{posts.length - MOST}</span> : null}
      </span>
    </button>
  );
});

function Sign({ tone }: { tone: ReturnType<typeof toneOf> }) {
  if (tone === 'brand') return <span className={styles.dot} />;
  const Icon = tone === 'posted' ? Check : X;
  return <Icon size={9} strokeWidth={4} className={styles[tone]} aria-hidden />;
}
