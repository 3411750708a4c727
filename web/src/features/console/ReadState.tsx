import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { RowSkeletons } from './list/RowSkeletons.tsx';
import { StaffError } from './StaffError.tsx';

type Props<T> = {
  read: Pick<UseQueryResult<T>, 'data' | 'isError' | 'isLoading' | 'error' | 'refetch'>;
  failed: string;
  /** Without it, nothing is shown before the first answer. */
  loading?: string;
  children: (data: T) => ReactNode;
};

/** What was read in any state: loading, failed, or there. What was read before stays beside an error. */
export function ReadState<T>({ read, failed, loading, children }: Props<T>) {
  return (
    <>
      {read.isError ? <StaffError error={read.error} fallback={failed} onRetry={read.refetch} /> : null}
      {read.isLoading && loading ? <RowSkeletons label={loading} /> : null}
      {read.data === undefined ? null : children(read.data)}
    </>
  );
}
