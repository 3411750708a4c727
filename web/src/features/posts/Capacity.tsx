import type { Post } from '@drumbeat/contract/posts.ts';
import { LevelIndicator } from '../../ui/LevelIndicator.tsx';
import styles from './PostsPanel.module.css';

/** How many of the account's posts are still to go out, including those being sent. */
export function Capacity({ posts }: { posts: readonly Post[] }) {
  const waiting = posts.filter(({ status }) => status === 'Pending' || status === 'Processing').length;
  return (
    <div className={styles.capacity}>
      <LevelIndicator label="Scheduled" value={waiting} max={posts.length} />
    </div>
  );
}
