/** The list: the posts that the view asks for, a page of them, in the table. Memoised, so that typing a search does not draw it. */
import type { XAccount } from '@drumbeat/contract/accounts.ts';
import { scheduleWindowEnd } from '@drumbeat/contract/posts.rules.ts';
import type { Post } from '@drumbeat/contract/posts.ts';
import type { User } from '@drumbeat/contract/users.ts';
import { Button } from '@mantine/core';
import { memo, useMemo } from 'react';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Pager } from './Pager.tsx';
import { PostsTable } from './PostsTable.tsx';
import type { Surroundings } from './posts.rules.ts';
import { filterPosts, orderPosts, type PostsView, pageOf } from './posts-view.rules.ts';

type Props = {
  posts: readonly Post[];
  user: User;
  account: XAccount | undefined;
  around: Omit<Surroundings, 'editingId'>;
  view: PostsView;
  openedAt: number;
  onPage: (page: number) => void;
  onClear: () => void;
};

export const PostsList = memo(function PostsList(props: Props) {
  const { posts, user, account, around, view, openedAt, onPage, onClear } = props;
  const { timeZone } = user;
  const ordered = useMemo(() => orderPosts(posts, openedAt), [posts, openedAt]);
  const found = useMemo(() => filterPosts(ordered, view, Date.now(), timeZone), [ordered, view, timeZone]);
  const page = pageOf(found, view.page);
  return (
    <>
      {page.total === 0 ? (
        <EmptyState
          action={
            <Button variant="default" onClick={onClear}>
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
          limitedUntil={account?.limited_until ?? null}
          timeZone={timeZone}
          windowEnd={scheduleWindowEnd(user, openedAt)}
          around={around}
        />
      )}
      <Pager {...page} onPage={onPage} />
    </>
  );
});
