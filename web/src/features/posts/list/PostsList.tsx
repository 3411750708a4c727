/** One page of the filtered posts with its actions. Memoized: typing a search does not re-render it. */
import type { XAccount } from '@drumbeat/contract/accounts/accounts.ts';
import { scheduleWindowEnd } from '@drumbeat/contract/posts/posts.rules.ts';
import type { Post } from '@drumbeat/contract/posts/posts.ts';
import type { User } from '@drumbeat/contract/users/users.ts';
import { Button } from '@mantine/core';
import { memo, useMemo, useRef, useState } from 'react';
import { lazyDialog } from '../../../ui/dialogs/lazy-dialog.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { notify } from '../../../ui/feedback/toasts.ts';
import { dateText } from '../../../ui/time/time.ts';
import { withHistory } from '../../post/post-list.rules.ts';
import { useRetryPost } from '../../publishing/useRetryPost.ts';
import { isSelectable, nothingSelected, stillThere, toggle } from '../bulk/selection.rules.ts';
import type { useBulk } from '../bulk/useBulk.ts';
import { CarriedPost } from '../move/CarriedPost.tsx';
import { landingText, wallOnDay } from '../move/move.rules.ts';
import { useDayCarry } from '../move/useDayCarry.ts';
import { useDropPost } from '../move/useMovePost.ts';
import {
  filterPosts,
  isSearching,
  isWhole,
  mayBePast,
  orderPosts,
  type PostsView,
  pageOf,
  pageWith,
} from '../panel/posts-view.rules.ts';
import { usePausePost } from '../panel/usePause.ts';
import { editBlock, type Surroundings } from '../posts.rules.ts';
import { postsStrings as strings } from '../posts.strings.ts';
import { EarlierPosts, Pager } from './ListEnd.tsx';
import { PostsTable } from './PostsTable.tsx';
import type { RowCalls } from './RowAction.tsx';
import type { OpenMenu } from './RowMenu.tsx';
import { BulkBar, RowMenu } from './row-parts.tsx';
import { type useDeletions, withDeleted } from './useDeletions.ts';
import { useListKeys } from './useListKeys.ts';
import type { useEarlierPosts } from './usePastPosts.ts';
import { useStable } from './useStable.ts';

/** Loaded on demand. */
const MoveDialog = lazyDialog(async () => (await import('../move/MoveDialog.tsx')).MoveDialog);
const PublishNowDialog = lazyDialog(
  async () => (await import('../compose/PublishNowDialog.tsx')).PublishNowDialog,
);

type Props = {
  posts: readonly Post[];
  past: ReturnType<typeof useEarlierPosts>;
  undo: ReturnType<typeof useDeletions>;
  bulk: ReturnType<typeof useBulk>;
  user: User;
  account: XAccount | undefined;
  around: Omit<Surroundings, 'editingId'>;
  view: PostsView;
  openedAt: number;
  onPage: (page: number) => void;
  onClear: () => void;
  onDuplicate: (post: Post) => void;
};

type Asking = { what: 'publish' | 'move'; post: Post };

export const PostsList = memo(function PostsList(props: Props) {
  const { past, undo, bulk, user, account, around, view, openedAt, onPage, onClear, onDuplicate } = props;
  const posts = useMemo(() => withHistory(props.posts, past.posts), [props.posts, past.posts]);
  const { timeZone } = user;
  const retry = useRetryPost();
  const pause = usePausePost();
  const windowEnd = scheduleWindowEnd(user, openedAt);
  const drop = useDropPost(timeZone, windowEnd);
  const carry = useDayCarry((post, day) => drop(post, wallOnDay(post, day, timeZone)));
  const [selected, setSelected] = useState(nothingSelected);
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const [editingId, setEditingId] = useState<string | null>(null);
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const [asking, setAsking] = useState<Asking | null>(null);
  const table = useRef<HTMLTableElement>(null);

  const ordered = useMemo(
    () => orderPosts(withDeleted(posts, undo.deletions), openedAt),
    [posts, undo.deletions, openedAt],
  );
  const found = useMemo(() => filterPosts(ordered, view, Date.now(), timeZone), [ordered, view, timeZone]);
  const page = pageOf(found, view.page);
  const selection = useMemo(() => stillThere(selected, posts), [selected, posts]);
  const selectable = found.filter((post) => isSelectable(post) && !undo.isDeleted(post.id));
  const chosen = posts.filter((post) => selection.ids.has(post.id));

  const shownEditing = page.items.some((post) => post.id === editingId) ? editingId : null;
  const surroundings = useMemo(() => ({ ...around, editingId: shownEditing }), [around, shownEditing]);

  const calls: RowCalls = useStable({
    edit: (post: Post) => setEditingId(post.id),
    remove: undo.remove,
    retry: (post: Post) => retry.mutate(post),
    duplicate: onDuplicate,
    publish: (post: Post) => setAsking({ what: 'publish', post }),
    move: (post: Post) => setAsking({ what: 'move', post }),
    pause: (post: Post) => pause.mutate(post),
    unfold: (post: Post) =>
      setUnfolded((before) => {
        const next = new Set(before);
        if (!next.delete(post.id)) next.add(post.id);
        return next;
      }),
    select: (post: Post, range: boolean) => setSelected(toggle(selection, post.id, page.items, range)),
    openMenu: (post: Post, button: HTMLElement) => setMenu({ post, button }),
    carry: carry.press,
  });
  useListKeys(table, page.items, {
    edit: (post) => {
      const block = editBlock(post, surroundings);
      if (block === null) calls.edit(post);
      else notify.alert(block);
    },
    select: (post) => (isSelectable(post) && !around.canceled ? calls.select(post, false) : undefined),
    unfold: calls.unfold,
  });
  /** Shows the page with the first of the loaded posts. */
  async function showEarlier(): Promise<void> {
    const to = pageWith(found.length);
    await past.more();
    if (to === page.page) return;
    onPage(to);
    table.current?.focus();
  }
  const clearSelection = (): void => {
    setSelected(nothingSelected);
    bulk.dismiss();
  };

  return (
    <>
      {page.total === 0 ? (
        <NonePosts isFiltered={!isWhole(view)} since={past.since} timeZone={timeZone} onClear={onClear} />
      ) : (
        <PostsTable
          table={table}
          posts={page.items}
          accountId={account?.id}
          limitedUntil={account?.limited_until ?? null}
          timeZone={timeZone}
          windowEnd={windowEnd}
          around={surroundings}
          undo={undo}
          retryingId={retry.isPending ? retry.variables.id : null}
          selected={selection.ids}
          unfolded={unfolded}
          carried={carry.lifted?.id ?? null}
          overDay={carry.over}
          calls={calls}
          onEdited={() => setEditingId(null)}
        />
      )}
      {chosen.length > 0 || bulk.hasRefusal ? (
        <BulkBar
          bulk={bulk}
          chosen={chosen}
          selectable={selectable.length}
          posts={posts}
          timeZone={timeZone}
          onAct={(act) => bulk.act({ act, ids: [...selection.ids] })}
          onAll={() => setSelected({ ids: new Set(selectable.map(({ id }) => id)), anchor: null })}
          onClear={clearSelection}
        />
      ) : null}
      <Pager {...page} onPage={onPage} />
      {page.page === page.pages && mayBePast(view) ? (
        <EarlierPosts
          past={past}
          isSearching={isSearching(view)}
          timeZone={timeZone}
          onMore={() => void showEarlier()}
        />
      ) : null}
      {menu ? (
        <RowMenu open={menu} around={surroundings} calls={calls} onClose={() => setMenu(null)} />
      ) : null}
      {carry.lifted ? (
        <CarriedPost
          ghost={carry.ghost}
          words={landingText(carry.lifted, carry.over, { zone: timeZone, windowEnd, now: Date.now() })}
        />
      ) : null}
      {asking?.what === 'move' ? (
        <MoveDialog
          post={asking.post}
          timeZone={timeZone}
          windowEnd={windowEnd}
          onClose={() => setAsking(null)}
        />
      ) : null}
      {asking?.what === 'publish' && account ? (
        <PublishNowDialog post={asking.post} username={account.username} onClose={() => setAsking(null)} />
      ) : null}
    </>
  );
});

type NoneProps = { isFiltered: boolean; since: number | null; timeZone: string; onClear: () => void };

function NonePosts({ isFiltered, since, timeZone, onClear }: NoneProps) {
  if (!isFiltered && since !== null) {
    return <EmptyState>{strings.noneSince(dateText(since, timeZone, Date.now()))}</EmptyState>;
  }
  return (
    <EmptyState
      action={
        <Button variant="default" onClick={onClear}>
          Show all posts
        </Button>
      }
    >
      No posts match.
    </EmptyState>
  );
}
