import { Skeleton, Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import styles from './panel.module.css';

const rows = ['82%', '64%', '76%', '58%', '70%'];

/** The outline of the list while it loads: rows, or cards if there is no room for a table. */
export function PostsSkeleton() {
  return (
    <Skeletons label="Loading posts">
      <div className={styles.bar}>
        <Skeleton height={42} />
      </div>
      {rows.map((width) => (
        <div key={width} className={styles.row}>
          <span className={styles.content}>
            <Skeleton width={width} height={16} />
          </span>
          <span className={styles.time}>
            <Skeleton width={112} height={16} />
          </span>
          <span className={styles.postsSkeletonStatus}>
            <Skeleton width={80} height={22} round />
          </span>
        </div>
      ))}
    </Skeletons>
  );
}
