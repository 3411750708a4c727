/** The calendar of the filtered posts. Memoized, so that typing a search does not re-render it. */
import type { XAccount } from '@drumbeat/contract/accounts/accounts.ts';
import { scheduleWindowEnd } from '@drumbeat/contract/posts/posts.rules.ts';
import type { Post } from '@drumbeat/contract/posts/posts.ts';
import type { User } from '@drumbeat/contract/users/users.ts';
import { Button } from '@mantine/core';
import { type ComponentType, memo, useMemo, useState } from 'react';
import { describeError, requestIdOf } from '../../../api/errors.ts';
import { ErrorBox } from '../../../ui/feedback/ErrorBox.tsx';
import { withHistory } from '../../post/post-list.rules.ts';
import { type Range, useRangePosts } from '../list/usePastPosts.ts';
import type { Surroundings } from '../posts.rules.ts';
import { postsStrings as strings } from '../posts.strings.ts';
import styles from './panel.module.css';
import { filterPosts, isWhole, type PostsView } from './posts-view.rules.ts';

/** What the calendar needs. The dashboard passes the calendar in, because its code is loaded on demand. */
export type CalendarSlotProps = {
  posts: readonly Post[];
  user: User;
  account: XAccount | undefined;
  windowEnd: number;
  around: Omit<Surroundings, 'editingId'>;
  /** Posts in the visible range are loading. */
  isLoading: boolean;
  /** Called with the visible range, initially and on every change. */
  onShown: (range: Range) => void;
};

type Props = Pick<CalendarSlotProps, 'posts' | 'user' | 'account' | 'around'> & {
  /** Cursor for the posts before these. */
  earlier: string | undefined;
  Calendar: ComponentType<CalendarSlotProps>;
  view: PostsView;
  openedAt: number;
  onClear: () => void;
};

export const FilteredCalendar = memo(function FilteredCalendar(props: Props) {
  const { Calendar, earlier, user, account, around, view, openedAt, onClear } = props;
  const [range, setRange] = useState<Range | null>(null);
  const past = useRangePosts(account?.id, earlier, range);
  const posts = useMemo(() => withHistory(props.posts, past.posts), [props.posts, past.posts]);
  const found = useMemo(
    () => filterPosts(posts, view, Date.now(), user.timeZone),
    [posts, view, user.timeZone],
  );
  const isKnown = !past.isLoading && !past.error;
  return (
    <>
      {past.error ? (
        <div className={styles.error}>
          <ErrorBox
            what={strings.pastFailed}
            message={describeError(past.error, 'Please try again in a moment.')}
            requestId={requestIdOf(past.error)}
            onRetry={past.retry}
          />
        </div>
      ) : null}
      {isKnown && isWhole(view) && range !== null && isEmptyPast(found, range) ? (
        <p className={styles.none} role="status">
          {strings.nonePast}
        </p>
      ) : null}
      {isKnown && !isWhole(view) && found.length === 0 ? (
        <p className={styles.none} role="status">
          No posts match.
          <Button variant="default" size="sm" onClick={onClear}>
            Show all posts
          </Button>
        </p>
      ) : null}
      <Calendar
        posts={found}
        user={user}
        account={account}
        around={around}
        windowEnd={scheduleWindowEnd(user, openedAt)}
        isLoading={past.isLoading}
        onShown={setRange}
      />
    </>
  );
});

/** Whether a range lies in the past and has no posts. */
function isEmptyPast(posts: readonly Post[], { from, until }: Range): boolean {
  if (until > Date.now()) return false;
  return !posts.some(({ scheduledTime }) => {
    const time = Date.parse(scheduledTime);
    return time >= from && time < until;
  });
}
