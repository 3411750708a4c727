import { Skeleton, Skeletons } from '../../ui/Skeletons.tsx';

/** Rows of a table on their way. */
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
