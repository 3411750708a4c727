/** The posts of one day as a list: the calendar for phones, keyboards and screen readers. */
import type { Post } from '@drumbeat/contract/posts/posts.ts';
import type { PointerEvent } from 'react';
import { timeText } from '../../ui/time/time.ts';
import { toneOf } from './calendar.rules.ts';
import { calendarStrings } from './calendar.strings.ts';
import styles from './DayList.module.css';
import { describeDay, signOf } from './describe.rules.ts';
import { OptionsButton } from './OptionsButton.tsx';
import { StatusSign } from './StatusSign.tsx';

type Props = {
  day: string;
  posts: readonly Post[];
  timeZone: string;
  liftedId?: string | undefined;
  onPress?: ((event: PointerEvent<HTMLElement>, post: Post) => void) | undefined;
};

export function DayList({ day, posts, timeZone, liftedId, onPress }: Props) {
  return (
    <section className={styles.day} aria-label={describeDay(day)}>
      <h4 className={styles.heading}>
        {describeDay(day)}
        {posts.length > 0 ? (
          <span className={styles.count}>{calendarStrings.posts(posts.length)}</span>
        ) : null}
      </h4>
      {posts.length === 0 ? <p className={styles.none}>{calendarStrings.noPosts}</p> : null}
      <ul className={styles.list} aria-label={calendarStrings.postsOn(describeDay(day))}>
        {posts.map((post) => (
          <li
            key={post.id}
            className={styles.item}
            data-post={post.id}
            data-tone={toneOf(post)}
            data-lifted={post.id === liftedId || undefined}
            onPointerDown={onPress && ((event) => onPress(event, post))}
          >
            <div className={styles.body}>
              <p className={styles.when}>
                <StatusSign post={post} size={14} />
                {timeText(Date.parse(post.scheduledTime), timeZone)}
                <span className={styles.sign}>{signOf(post)}</span>
              </p>
              <p className={styles.words}>{post.content}</p>
            </div>
            <OptionsButton post={post} timeZone={timeZone} className={styles.options} />
          </li>
        ))}
      </ul>
    </section>
  );
}
