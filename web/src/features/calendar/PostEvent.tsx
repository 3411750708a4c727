/** One post on the grid: its time, a sign of its status, its text, and the button of its menu. */
import type { Post } from '@drumbeat/contract/posts.ts';
import { Check, Clock, Ellipsis, LoaderCircle, type LucideIcon, Pause, X } from 'lucide-react';
import { memo } from 'react';
import { timeText } from '../../ui/time.ts';
import { calendarStrings } from './calendar.strings.ts';
import { describePost, signOf } from './describe.rules.ts';
import styles from './PostEvent.module.css';

const icons = {
  Posted: Check,
  Failed: X,
  Processing: LoaderCircle,
  Pending: Clock,
  Paused: Pause,
} as const satisfies Record<string, LucideIcon>;

type Props = { post: Post; timeZone: string };

export const PostEvent = memo(function PostEvent({ post, timeZone }: Props) {
  const sign = signOf(post);
  const Icon = icons[sign];
  return (
    <>
      <span className={styles.when}>
        <Icon size={12} strokeWidth={2.5} aria-hidden />
        <span className="visually-hidden">{sign} </span>
        {timeText(Date.parse(post.scheduledTime), timeZone)}
      </span>
      <span className={styles.words}>{post.content}</span>
      <button
        type="button"
        className={styles.options}
        data-post-options={post.id}
        aria-haspopup="menu"
        aria-label={calendarStrings.options(describePost(post, timeZone))}
      >
        <Ellipsis size={16} aria-hidden />
      </button>
    </>
  );
});
