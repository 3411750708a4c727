import { Skeleton, Skeletons } from '../../../ui/feedback/Skeletons.tsx';

/** Placeholders for table rows that are loading. */
export function RowSkeletons({ label }: { label: string }) {
  return (
    <Skeletons label={label}>
      <Skeleton height={24} />
      <Skeleton height={24} />
      <Skeleton height={24} />
      <Skeleton height={24} />
    </Skeletons>
  );
}
