import type { CustomerPost } from '@drumbeat/contract/posts/posts.admin.ts';
import { postCan } from '@drumbeat/contract/posts/posts.rules.ts';
import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { call } from '../../../api/client.ts';
import { queryOf, useCurrentUser } from '../../../api/query.ts';
import { rowsOf, usePages } from '../../../api/usePages.ts';
import { StatusBadge } from '../../../ui/feedback/StatusBadge.tsx';
import { Section } from '../../../ui/layout/Section.tsx';
import { TimeText } from '../../../ui/time/TimeText.tsx';
import { DataTable } from '../../console/list/DataTable.tsx';
import { ListState } from '../../console/list/ListState.tsx';
import { LoadMore } from '../../console/list/LoadMore.tsx';
import { useFilters } from '../../console/list/useFilters.ts';
import { SidePanel } from '../../console/SidePanel.tsx';
import { PostHistory } from '../../posts/list/PostHistory.tsx';
import { type CustomerAction, useAsk } from './CustomerActions.tsx';
import styles from './customer.module.css';
import type { TabProps } from './customer.rules.ts';
import { strings } from './customer.strings.ts';

/** How many characters of a post its row shows. */
const SHOWN = 100;

export function PostsTab({ user: { id } }: TabProps) {
  const { timeZone } = useCurrentUser();
  const [filters, setFilters] = useFilters('posts', { account: '' });
  const [query, setQuery] = useSearchParams();
  const accounts = useQuery(queryOf('GET /api/admin/users/:id/twitter-accounts', { params: { id } })).data;
  const list = usePosts(id, filters.account);
  const rows = rowsOf(list.data?.pages, ({ posts }) => posts);
  const open = (post: string | null) =>
    setQuery(
      (before) => {
        const after = new URLSearchParams(before);
        if (post === null) after.delete('post');
        else after.set('post', post);
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  const opened = query.get('post');
  return (
    <Section
      title={strings.posts}
      actions={
        <NativeSelect
          size="xs"
          aria-label={strings.account}
          data={[
            { value: '', label: strings.allAccounts },
            ...(accounts?.accounts ?? []).map((each) => ({ value: each.id, label: `@${each.username}` })),
          ]}
          value={filters.account}
          onChange={(event) => setFilters({ account: event.currentTarget.value })}
        />
      }
    >
      <ListState
        list={list}
        count={rows?.length}
        failed={strings.postsFailed}
        loading="Loading the posts"
        none={strings.noPosts}
      >
        <DataTable
          label={strings.posts}
          rows={rows ?? []}
          rowKey={(post) => post.id}
          openKey={opened ?? undefined}
          onOpen={(post) => open(post.id)}
          columns={[
            { name: 'Post', cell: (post) => shortened(post.content) },
            { name: 'Status', cell: (post) => <StatusBadge status={post.status} /> },
            { name: 'Planned', cell: (post) => <TimeText iso={post.scheduled_time} timeZone={timeZone} /> },
            {
              name: 'Posted',
              cell: (post) =>
                post.posted_at === null ? '–' : <TimeText iso={post.posted_at} timeZone={timeZone} />,
            },
            { name: 'Why', cell: (post) => post.error_message ?? post.error_code ?? post.hold_reason ?? '–' },
          ]}
          actions={(post) => <PostActions id={id} post={post} />}
        />
      </ListState>
      <LoadMore hasMore={list.hasNextPage} isLoading={list.isFetchingNextPage} onMore={list.fetchNextPage} />
      {opened ? (
        <SidePanel opened title={`Post ${opened}`} onClose={() => open(null)}>
          <PostHistory
            post={{ id: opened, content: rows?.find((post) => post.id === opened)?.content ?? '' }}
            timeZone={timeZone}
          />
        </SidePanel>
      ) : null}
    </Section>
  );
}

function usePosts(id: string, account: string) {
  const query = account ? { twitterAccountId: account } : {};
  return usePages('GET /api/admin/users/:id/posts', {
    first: 1,
    input: (page) => ({ params: { id }, query: { ...query, page } }),
    next: ({ nextPage }) => nextPage,
  });
}

function PostActions({ id, post }: { id: string; post: CustomerPost }) {
  const ask = useAsk();
  const name = shortened(post.content);
  return (
    <div className={styles.actions}>
      {postCan.retry(post) ? (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`${strings.retry}: ${name}`}
          onClick={() => ask(retryAction(id, post))}
        >
          {strings.retry}
        </Button>
      ) : null}
      {postCan.delete(post) ? (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`${strings.delete}: ${name}`}
          onClick={() => ask(deleteAction(id, post))}
        >
          {strings.delete}
        </Button>
      ) : null}
    </div>
  );
}

function retryAction(id: string, post: CustomerPost): CustomerAction {
  return {
    title: strings.retryTitle,
    thing: post.id,
    text: post.content,
    changes: [{ what: 'Status', before: post.status, after: 'Pending' }],
    confirmLabel: strings.retry,
    fallback: strings.retryFailed,
    run: (reason) =>
      call('POST /api/admin/users/:id/posts/:postId/retry', {
        params: { id, postId: post.id },
        body: { reason },
      }),
  };
}

function deleteAction(id: string, post: CustomerPost): CustomerAction {
  return {
    title: strings.deleteTitle,
    thing: post.id,
    text: strings.deleteText,
    changes: [{ what: shortened(post.content), before: post.status, after: 'Gone' }],
    confirmLabel: strings.delete,
    fallback: strings.deleteFailed,
    danger: true,
    run: (reason) =>
      call('DELETE /api/admin/users/:id/posts/:postId', {
        params: { id, postId: post.id },
        body: { reason },
      }),
  };
}

function shortened(content: string): string {
  const line = content.replace(/\s+/g, ' ');
  return line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line;
}
