import { LoadingButton } from '../../ui/LoadingButton.tsx';

type Props = { hasMore: boolean; isLoading: boolean; onMore: () => unknown };

/** Fetches the next page below those that are there; nothing where there is none. */
export function LoadMore({ hasMore, isLoading, onMore }: Props) {
  if (!hasMore) return null;
  return (
    <div>
      <LoadingButton size="xs" variant="default" loading={isLoading} onClick={() => void onMore()}>
        Load more
      </LoadingButton>
    </div>
  );
}
