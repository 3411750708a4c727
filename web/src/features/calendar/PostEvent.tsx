/** One post on the grid: its time, status icon, text, and menu button. */
import type { Post } from '@drumbeat/contract/posts/posts.ts';
import { memo } from 'react';
import { timeText } from '../../ui/time/time.ts';
import styles from './calendar.module.css';
import { signOf } from './describe.rules.ts';
import { OptionsButton } from './OptionsButton.tsx';
import { StatusSign } from './StatusSign.tsx';

type Props = { post: Post; timeZone: string };

export const PostEvent = memo(function PostEvent({ post, timeZone }: Props) {
  return (
    <>
      <span className={styles.when}>
        <StatusSign post={post} />
        <span className="visually-hidden">{signOf(post)} </span>
        {timeText(Date.parse(post.scheduledTime), timeZone)}
      </span>
      <span className={styles.postEventWords}>{post.content}</span>
      <OptionsButton post={post} timeZone={timeZone} className={styles.options} />
    </>
  );
});
