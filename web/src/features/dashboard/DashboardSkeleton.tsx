import { Section } from '../../ui/Section.tsx';
import { Skeleton, Skeletons } from '../../ui/Skeletons.tsx';
import { PostsSkeleton } from '../posts/PostsSkeleton.tsx';

/** The outline of the dashboard while it loads. */
export function DashboardSkeleton() {
  return (
    <>
      <Skeletons label="Loading your dashboard">
        <Skeleton width={280} height={28} />
        <Skeleton width={180} height={16} />
      </Skeletons>
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
