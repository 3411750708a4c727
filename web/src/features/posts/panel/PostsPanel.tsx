/** The posts: planned, published and failed ones, with search, pause, edit, delete and retry. */
import type { XAccount } from '@drumbeat/contract/accounts/accounts.ts';
import { scheduleWindowEnd } from '@drumbeat/contract/posts/posts.rules.ts';
import type { Post } from '@drumbeat/contract/posts/posts.ts';
import type { User } from '@drumbeat/contract/users/users.ts';
import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type ComponentType, type ReactNode, useCallback, useDeferredValue, useMemo, useState } from 'react';
import { describeError, requestIdOf } from '../../../api/errors.ts';
import { lazyDialog } from '../../../ui/dialogs/lazy-dialog.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { ErrorBox } from '../../../ui/feedback/ErrorBox.tsx';
import { Section } from '../../../ui/layout/Section.tsx';
import { useShortcuts } from '../../../ui/useShortcuts.ts';
import { useBulk } from '../bulk/useBulk.ts';
import type { KeptImport } from '../compose/ImportDialog.tsx';
import { PostsList } from '../list/PostsList.tsx';
import { BulkRefusal } from '../list/row-parts.tsx';
import { useDeletions } from '../list/useDeletions.ts';
import { shortcuts } from '../list/useListKeys.ts';
import { useEarlier, useEarlierPosts } from '../list/usePastPosts.ts';
import { ownPostsStrings as strings } from '../posts.strings.ts';
import { type CalendarSlotProps, FilteredCalendar } from './FilteredCalendar.tsx';
import { PanelMenu } from './PanelMenu.tsx';
import { PauseButton } from './PauseButton.tsx';
import { PostsSkeleton } from './PostsSkeleton.tsx';
import { LayoutSwitch, PostsToolbar, useLayout } from './PostsToolbar.tsx';
import styles from './panel.module.css';
import { usePause } from './usePause.ts';
import { usePostsView } from './usePostsView.ts';

/** Loaded on demand. */
const Composer = lazyDialog(async () => (await import('../compose/Composer.tsx')).Composer);
const ImportDialog = lazyDialog(async () => (await import('../compose/ImportDialog.tsx')).ImportDialog);
const ShortcutSheet = lazyDialog(
  async () => (await import('../../../ui/dialogs/ShortcutSheet.tsx')).ShortcutSheet,
);

type Props = {
  query: Pick<UseQueryResult<Post[]>, 'data' | 'error' | 'refetch'>;
  user: User;
  accounts: readonly XAccount[];
  account: XAccount | undefined;
  synchronizing: boolean;
  Calendar: ComponentType<CalendarSlotProps> & { preload: () => void };
  calendarSkeleton: ReactNode;
  /** The control for posts per day in the next calendar. */
  perDay: ReactNode;
};

export function PostsPanel(props: Props) {
  const { query, user, accounts, account, synchronizing, Calendar, calendarSkeleton } = props;
  const pause = usePause({ account, user });
  const canceled = user.subscriptionStatus === 'canceled';
  const posts = query.data;
  const earlier = useEarlier(account?.id);
  const hasPosts = hasAny(posts, earlier);
  const writer = useWriter(account, canceled);
  const [isHelping, setHelping] = useState(false);
  const [isImporting, setImporting] = useState(false);
  const [kept, setKept] = useState<KeptImport | null>(null);
  useShortcuts({ n: writer.write, '?': () => setHelping(true) });
  const pauseButton =
    account && posts && (hasPosts || pause.paused) ? (
      <PauseButton
        pause={pause}
        pausedAll={user.postsPaused}
        canceled={canceled}
        hasPosts={hasPosts}
        username={accounts.length > 1 ? account.username : undefined}
      />
    ) : null;
  return (
    <Section
      title="Posts"
      flush
      className={styles.panel}
      actions={
        <div className={styles.actions}>
          <LayoutSwitch onNear={Calendar.preload} />
          {pauseButton}
          {writer.mayWrite ? <NewPostButton onPress={writer.write} /> : null}
          <PanelMenu
            mayImport={writer.mayWrite}
            hasPosts={hasPosts}
            onImport={() => setImporting(true)}
            onShortcuts={() => setHelping(true)}
          />
        </div>
      }
    >
      {posts ? (
        <PostsBody
          posts={posts}
          earlier={earlier}
          user={user}
          account={account}
          Calendar={Calendar}
          writer={writer}
          around={{
            canceled,
            synchronizing,
            connected: account !== undefined && !account.needs_reconnect,
          }}
        />
      ) : (
        <PostsAbsent error={query.error} skeleton={calendarSkeleton} onRetry={() => void query.refetch()} />
      )}
      {canceled || !posts ? null : props.perDay}
      {writer.composing && account ? (
        <Composer
          account={account}
          source={writer.composing.source}
          timeZone={user.timeZone}
          windowEnd={scheduleWindowEnd(user, Date.now())}
          onClose={writer.close}
        />
      ) : null}
      {isImporting && account ? (
        <ImportDialog
          accountId={account.id}
          timeZone={user.timeZone}
          kept={kept}
          onKeep={setKept}
          onClose={() => setImporting(false)}
        />
      ) : null}
      <ShortcutSheet shortcuts={shortcuts} opened={isHelping} onClose={() => setHelping(false)} />
    </Section>
  );
}

function hasAny(posts: readonly Post[] | undefined, earlier: string | undefined): boolean {
  return posts !== undefined && (posts.length > 0 || earlier !== undefined);
}

/** Whether a post is being written, and which post it copies. */
function useWriter(account: XAccount | undefined, canceled: boolean) {
  const [composing, setComposing] = useState<{ source: Post | null } | null>(null);
  const mayWrite = account !== undefined && !canceled;
  return {
    composing,
    mayWrite,
    write: () => (mayWrite ? setComposing({ source: null }) : undefined),
    duplicate: useCallback((source: Post) => setComposing({ source }), []),
    close: () => setComposing(null),
  };
}

function NewPostButton({ onPress }: { onPress: () => void }) {
  return (
    <Button
      variant="default"
      leftSection={<Plus size={16} aria-hidden />}
      {...Composer.near}
      onClick={onPress}
    >
      {strings.newPost}
    </Button>
  );
}

type AbsentProps = { error: Error | null; skeleton: ReactNode; onRetry: () => void };

function PostsAbsent({ error, skeleton, onRetry }: AbsentProps) {
  const { layout } = useLayout();
  if (!error) return layout === 'calendar' ? skeleton : <PostsSkeleton />;
  return (
    <div className={styles.postsPanelError}>
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
  /** Cursor for the posts before these. */
  earlier: string | undefined;
  user: User;
  account: XAccount | undefined;
  around: { canceled: boolean; connected: boolean; synchronizing: boolean };
  Calendar: ComponentType<CalendarSlotProps>;
  writer: ReturnType<typeof useWriter>;
};

function PostsBody({ posts, earlier, user, account, around, Calendar, writer }: BodyProps) {
  const { view, change, clear, turnTo, openedAt } = usePostsView();
  // Input shows at once; the list follows when there is time to render it.
  const shown = useDeferredValue(view);
  const { canceled, connected, synchronizing } = around;
  const surroundings = useMemo(
    () => ({ canceled, connected, synchronizing }),
    [canceled, connected, synchronizing],
  );
  const past = useEarlierPosts(account?.id, earlier);
  const undo = useDeletions();
  const bulk = useBulk();
  const refusal = <BulkRefusal bulk={bulk} posts={posts} timeZone={user.timeZone} />;
  // The row of a post that was deleted offers to undo it, also where it was the only one.
  const hasRows = posts.length > 0 || (view.layout === 'list' && undo.deletions.length > 0);
  if (!hasRows && earlier === undefined) {
    return (
      <>
        <EmptyState>No posts yet. Scheduled posts will appear here.</EmptyState>
        {refusal}
      </>
    );
  }
  return (
    <>
      <PostsToolbar view={view} onChange={change} />
      {view.layout === 'calendar' ? (
        <>
          <FilteredCalendar
            {...{ posts, earlier, user, account, openedAt, Calendar }}
            around={surroundings}
            view={shown}
            onClear={clear}
          />
          {refusal}
        </>
      ) : (
        <PostsList
          posts={posts}
          past={past}
          undo={undo}
          bulk={bulk}
          user={user}
          account={account}
          around={surroundings}
          view={shown}
          openedAt={openedAt}
          onPage={turnTo}
          onClear={clear}
          onDuplicate={writer.duplicate}
        />
      )}
    </>
  );
}
