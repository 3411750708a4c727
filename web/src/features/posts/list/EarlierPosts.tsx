/** The end of the list: how far back it goes, and a button to load older posts. */
import { describeError, requestIdOf } from '../../../api/errors.ts';
import { LoadingButton } from '../../../ui/buttons/LoadingButton.tsx';
import { ErrorBox } from '../../../ui/feedback/ErrorBox.tsx';
import { dateText } from '../../../ui/time/time.ts';
import { postsStrings as strings } from '../posts.strings.ts';
import styles from './list.module.css';
import type { useEarlierPosts } from './usePastPosts.ts';

type Props = {
  past: ReturnType<typeof useEarlierPosts>;
  isSearching: boolean;
  timeZone: string;
  onMore: () => void;
};

export function EarlierPosts({ past, isSearching, timeZone, onMore }: Props) {
  if (past.since === null) return null;
  const since = dateText(past.since, timeZone, Date.now());
  if (past.error)
    return (
      <div className={styles.error}>
        <ErrorBox
          what={strings.earlierFailed}
          message={describeError(past.error, 'Please try again in a moment.')}
          requestId={requestIdOf(past.error)}
          onRetry={onMore}
        />
      </div>
    );
  return (
    <div className={styles.earlier}>
      <p role="status">{isSearching ? strings.searchedSince(since) : strings.shownSince(since)}</p>
      <LoadingButton size="sm" variant="default" loading={past.isLoading} onClick={onMore}>
        {isSearching ? strings.searchEarlier : strings.showEarlier}
      </LoadingButton>
    </div>
  );
}
