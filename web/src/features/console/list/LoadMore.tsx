import { LoadingButton } from '../../../ui/buttons/LoadingButton.tsx';

type Props = { hasMore: boolean; isLoading: boolean; onMore: () => unknown };

/** The button that loads the next page; renders nothing if there is none. */
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
