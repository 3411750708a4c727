/** The posts: planned, published and failed ones, with search, pause, edit, delete and retry. */
import type { XAccount } from '@drumbeat/contract/accounts.ts';
import { scheduleWindowEnd } from '@drumbeat/contract/posts.rules.ts';
import type { Post } from '@drumbeat/contract/posts.ts';
import type { User } from '@drumbeat/contract/users.ts';
import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { describeError, requestIdOf } from '../../api/errors.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorBox } from '../../ui/ErrorBox.tsx';
import { Section } from '../../ui/Section.tsx';
import { Capacity } from './Capacity.tsx';
import { Pager } from './Pager.tsx';
import { PauseButton } from './PauseButton.tsx';
import styles from './PostsPanel.module.css';
import { PostsSkeleton } from './PostsSkeleton.tsx';
import { PostsTable } from './PostsTable.tsx';
import { PostsToolbar } from './PostsToolbar.tsx';
import { filterPosts, orderPosts, pageOf } from './posts-view.rules.ts';
import { usePause } from './usePause.ts';
import { usePostsView } from './usePostsView.ts';

type Props = {
  query: Pick<UseQueryResult<Post[]>, 'data' | 'error' | 'refetch'>;
  user: User;
  accounts: readonly XAccount[];
  account: XAccount | undefined;
  synchronizing: boolean;
};

export function PostsPanel({ query, user, accounts, account, synchronizing }: Props) {
  const pause = usePause({ account, user });
  const canceled = user.subscriptionStatus === 'canceled';
  const posts = query.data;
  const actions =
    account && posts && (posts.length > 0 || pause.paused) ? (
      <PauseButton
        paused={pause.paused}
        pausedAll={user.postsPaused}
        busy={pause.busy}
        canceled={canceled}
        posts={posts.length}
        username={accounts.length > 1 ? account.username : undefined}
        onSet={pause.set}
      />
    ) : null;
  return (
    <Section
      title="Posts"
      flush
      actions={actions}
      lead={posts && posts.length > 0 ? <Capacity posts={posts} /> : null}
    >
      {posts ? (
        <PostsBody
          posts={posts}
          user={user}
          account={account}
          around={{
            canceled,
            synchronizing,
            connected: account !== undefined && !account.needs_reconnect,
          }}
        />
      ) : (
        <PostsAbsent error={query.error} onRetry={() => void query.refetch()} />
      )}
    </Section>
  );
}

function PostsAbsent({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  if (!error) return <PostsSkeleton />;
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
};

function PostsBody({ posts, user, account, around }: BodyProps) {
  const { view, change, clear, openedAt } = usePostsView();
  if (posts.length === 0) {
    return <EmptyState>No posts yet. Scheduled posts will appear here.</EmptyState>;
  }
  const found = filterPosts(orderPosts(posts, openedAt), view, Date.now(), user.timeZone);
  const page = pageOf(found, view.page);
  return (
    <>
      <PostsToolbar view={view} onChange={change} />
      {page.total === 0 ? (
        <EmptyState
          action={
            <Button variant="default" onClick={clear}>
              Show all posts
            </Button>
          }
        >
          No posts match.
        </EmptyState>
      ) : (
        <PostsTable
          posts={page.items}
          accountId={account?.id}
          timeZone={user.timeZone}
          windowEnd={scheduleWindowEnd(user, openedAt)}
          around={around}
        />
      )}
      <Pager {...page} onPage={(next) => change({ page: next })} />
    </>
  );
}
