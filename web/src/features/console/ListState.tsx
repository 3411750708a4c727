import type { ReactNode } from 'react';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { RowSkeletons } from './RowSkeletons.tsx';
import { StaffError } from './StaffError.tsx';

type Props = {
  list: { isError: boolean; isLoading: boolean; error: unknown; refetch: () => unknown };
  /** How many rows are known; undefined before the first answer. */
  count: number | undefined;
  /** What is said when the list cannot be read, while it is read, and when it has no rows. */
  failed: string;
  loading: string;
  none: string;
  children: ReactNode;
};

/** A list in whichever state it is: on its way, failed, without rows, or its rows. Rows once read stay beside an error. */
export function ListState({ list, count, failed, loading, none, children }: Props) {
  return (
    <>
      {list.isError ? <StaffError error={list.error} fallback={failed} onRetry={list.refetch} /> : null}
      {list.isLoading ? <RowSkeletons label={loading} /> : null}
      {count === 0 && !list.isError ? <EmptyState>{none}</EmptyState> : null}
      {count ? children : null}
    </>
  );
}
