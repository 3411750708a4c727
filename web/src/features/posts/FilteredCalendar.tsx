/** The calendar of the posts that the view asks for. Memoised, so that typing a search does not draw it. */
import type { XAccount } from '@drumbeat/contract/accounts.ts';
import { scheduleWindowEnd } from '@drumbeat/contract/posts.rules.ts';
import type { Post } from '@drumbeat/contract/posts.ts';
import type { User } from '@drumbeat/contract/users.ts';
import { Button } from '@mantine/core';
import { type ComponentType, memo, useMemo } from 'react';
import styles from './FilteredCalendar.module.css';
import type { Surroundings } from './posts.rules.ts';
import { filterPosts, type PostsView } from './posts-view.rules.ts';

/** What the calendar needs; the dashboard brings the calendar, whose code is loaded only where it is shown. */
export type CalendarSlotProps = {
  posts: readonly Post[];
  user: User;
  account: XAccount | undefined;
  windowEnd: number;
  around: Omit<Surroundings, 'editingId'>;
};

type Props = Omit<CalendarSlotProps, 'windowEnd'> & {
  Calendar: ComponentType<CalendarSlotProps>;
  view: PostsView;
  openedAt: number;
  onClear: () => void;
};

export const FilteredCalendar = memo(function FilteredCalendar(props: Props) {
  const { Calendar, posts, user, account, around, view, openedAt, onClear } = props;
  const found = useMemo(
    () => filterPosts(posts, view, Date.now(), user.timeZone),
    [posts, view, user.timeZone],
  );
  return (
    <>
      {found.length === 0 ? (
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
      />
    </>
  );
});
