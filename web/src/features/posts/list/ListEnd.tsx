import { POSTS_PAGE_SIZE } from '@drumbeat/contract/posts/posts.rules.ts';
import { ActionIcon } from '@mantine/core';
import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react';
import { describeError, requestIdOf } from '../../../api/errors.ts';
import { LoadingButton } from '../../../ui/buttons/LoadingButton.tsx';
import { ErrorBox } from '../../../ui/feedback/ErrorBox.tsx';
import { dateText } from '../../../ui/time/time.ts';
import { postsStrings as strings } from '../posts.strings.ts';
import styles from './list.module.css';
import type { useEarlierPosts } from './usePastPosts.ts';

type EarlierPostsProps = {
  past: ReturnType<typeof useEarlierPosts>;
  isSearching: boolean;
  timeZone: string;
  onMore: () => void;
};

/** The end of the list: how far back it goes, and a button to load older posts. */
export function EarlierPosts({ past, isSearching, timeZone, onMore }: EarlierPostsProps) {
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

type Props = { page: number; pages: number; total: number; onPage: (page: number) => void };

/** Previous page, current page, next page. Renders nothing if there is only one page. */
export function Pager({ page, pages, total, onPage }: Props) {
  if (pages === 1) return null;
  const first = (page - 1) * POSTS_PAGE_SIZE + 1;
  const last = Math.min(page * POSTS_PAGE_SIZE, total);
  return (
    <nav className={styles.pager} aria-label="Pages of posts">
      <p className={styles.where} role="status">
        {first}–{last} of {total}
      </p>
      <Step label="Previous page" Icon={ChevronLeft} off={page === 1} onPress={() => onPage(page - 1)} />
      <span className={styles.page}>
        Page {page} of {pages}
      </span>
      <Step label="Next page" Icon={ChevronRight} off={page === pages} onPress={() => onPage(page + 1)} />
    </nav>
  );
}

type StepProps = { label: string; Icon: LucideIcon; off: boolean; onPress: () => void };

/** At the end it is marked as disabled but keeps focus, which a truly disabled button would lose. */
function Step({ label, Icon, off, onPress }: StepProps) {
  return (
    <ActionIcon
      variant="default"
      size={44}
      className={styles.step ?? ''}
      aria-label={label}
      aria-disabled={off || undefined}
      onClick={() => (off ? undefined : onPress())}
    >
      <Icon size={18} aria-hidden />
    </ActionIcon>
  );
}
