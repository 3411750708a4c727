import { Skeleton, Skeletons } from '../../ui/Skeletons.tsx';
import styles from './PostsSkeleton.module.css';

const rows = ['82%', '64%', '76%', '58%', '70%'];

/** The outline of the list while it loads. */
export function PostsSkeleton() {
  return (
    <Skeletons label="Loading posts">
      <div className={styles.bar}>
        <Skeleton height={42} />
      </div>
      {rows.map((width) => (
        <div key={width} className={styles.row}>
          <span>
            <Skeleton width={width} height={16} />
          </span>
          <Skeleton width={112} height={16} />
          <Skeleton width={80} height={22} round />
        </div>
      ))}
    </Skeletons>
  );
}
