/** The posts: planned, published and failed ones, with search, pause, edit, delete and retry. */
import type { XAccount } from '@drumbeat/contract/accounts.ts';
import type { Post } from '@drumbeat/contract/posts.ts';
import type { User } from '@drumbeat/contract/users.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useDeferredValue, useMemo } from 'react';
import { describeError, requestIdOf } from '../../api/errors.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorBox } from '../../ui/ErrorBox.tsx';
import { Section } from '../../ui/Section.tsx';
import { type CalendarSlotProps, FilteredCalendar } from './FilteredCalendar.tsx';
import { LayoutSwitch, useLayout } from './LayoutSwitch.tsx';
import { PauseButton } from './PauseButton.tsx';
import { PostsList } from './PostsList.tsx';
import styles from './PostsPanel.module.css';
import { PostsSkeleton } from './PostsSkeleton.tsx';
import { PostsToolbar } from './PostsToolbar.tsx';
import { usePause } from './usePause.ts';
import { usePostsView } from './usePostsView.ts';

type Props = {
  query: Pick<UseQueryResult<Post[]>, 'data' | 'error' | 'refetch'>;
  user: User;
  accounts: readonly XAccount[];
  account: XAccount | undefined;
  synchronizing: boolean;
  Calendar: ComponentType<CalendarSlotProps>;
  calendarSkeleton: ReactNode;
};

export function PostsPanel(props: Props) {
  const { query, user, accounts, account, synchronizing, Calendar, calendarSkeleton } = props;
  const pause = usePause({ account, user });
  const canceled = user.subscriptionStatus === 'canceled';
  const posts = query.data;
  const pauseButton =
    account && posts && (posts.length > 0 || pause.paused) ? (
      <PauseButton
        pause={pause}
        pausedAll={user.postsPaused}
        canceled={canceled}
        posts={posts.length}
        username={accounts.length > 1 ? account.username : undefined}
      />
    ) : null;
  return (
    <Section
      title="Posts"
      flush
      actions={
        <>
          <LayoutSwitch />
          {pauseButton}
        </>
      }
    >
      {posts ? (
        <PostsBody
          posts={posts}
          user={user}
          account={account}
          Calendar={Calendar}
          around={{
            canceled,
            synchronizing,
            connected: account !== undefined && !account.needs_reconnect,
          }}
        />
      ) : (
        <PostsAbsent error={query.error} skeleton={calendarSkeleton} onRetry={() => void query.refetch()} />
      )}
    </Section>
  );
}

type AbsentProps = { error: Error | null; skeleton: ReactNode; onRetry: () => void };

function PostsAbsent({ error, skeleton, onRetry }: AbsentProps) {
  const { layout } = useLayout();
  if (!error) return layout === 'calendar' ? skeleton : <PostsSkeleton />;
  return (
    <div className={styles.error}>
      <ErrorBox
        what="Your posts could not be loaded."
        message={describeError(error, 'Please try again in a moment.')}
        requestId={requestIdOf(error)}
        onRetry={onRetry}
      />
    </div>
  );
}

type BodyProps = {
  posts: readonly Post[];
  user: User;
  account: XAccount | undefined;
  around: { canceled: boolean; connected: boolean; synchronizing: boolean };
  Calendar: ComponentType<CalendarSlotProps>;
};

function PostsBody({ posts, user, account, around, Calendar }: BodyProps) {
  const { view, change, clear, turnTo, openedAt } = usePostsView();
  // What is typed shows at once; the list follows when there is time to draw it.
  const shown = useDeferredValue(view);
  const { canceled, connected, synchronizing } = around;
  const surroundings = useMemo(
    () => ({ canceled, connected, synchronizing }),
    [canceled, connected, synchronizing],
  );
  if (posts.length === 0) {
    return <EmptyState>No posts yet. Scheduled posts will appear here.</EmptyState>;
  }
  return (
    <>
      <PostsToolbar view={view} onChange={change} />
      {view.layout === 'calendar' ? (
        <FilteredCalendar
          {...{ posts, user, account, openedAt, Calendar }}
          around={surroundings}
          view={shown}
          onClear={clear}
        />
      ) : (
        <PostsList
          posts={posts}
          user={user}
          account={account}
          around={surroundings}
          view={shown}
          openedAt={openedAt}
          onPage={turnTo}
          onClear={clear}
        />
      )}
    </>
  );
}
