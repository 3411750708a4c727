import type { ReactNode } from 'react';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { StaffError } from '../StaffError.tsx';
import { RowSkeletons } from './RowSkeletons.tsx';

type Props = {
  list: { isError: boolean; isLoading: boolean; error: unknown; refetch: () => unknown };
  /** How many rows are loaded; undefined before the first answer. */
  count: number | undefined;
  /** Shown if the list cannot be loaded, while it loads, and if it is empty. */
  failed: string;
  loading: string;
  none: string;
  children: ReactNode;
};

/** A list in any state: loading, failed, empty, or with rows. Rows that were loaded stay beside an error. */
export function ListState({ list, count, failed, loading, none, children }: Props) {
  return (
    <>
      {list.isError ? <StaffError error={list.error} fallback={failed} onRetry={list.refetch} /> : null}
      {list.isLoading ? <RowSkeletons label={loading} /> : null}
      {count === 0 && !list.isError && !list.isLoading ? <EmptyState>{none}</EmptyState> : null}
      {count ? children : null}
    </>
  );
}
