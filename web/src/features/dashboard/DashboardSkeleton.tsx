import { Skeleton, Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { PostsSkeleton } from '../posts/panel/PostsSkeleton.tsx';
import styles from './dashboard.module.css';

/** The outline of the dashboard while it loads: headline, account, card and posts, each in its place. */
export function DashboardSkeleton() {
  return (
    <>
      <div className={styles.dashboardSkeletonTop}>
        <Skeletons label="Loading your dashboard">
          <Skeleton width={280} height={24} />
          <Skeleton width={180} height={16} />
        </Skeletons>
      </div>
      <div className={styles.status}>
        <Skeletons>
          <Skeleton width={170} height={44} round />
        </Skeletons>
      </div>
      <Section>
        <Skeletons>
          <Skeleton width={220} height={28} />
          <Skeleton width="60%" />
        </Skeletons>
      </Section>
      <Section title="Posts" flush>
        <PostsSkeleton />
      </Section>
    </>
  );
}
