/** The posts of one page by day: a table, and cards where there is no room for one. One post at a time can be edited in place. */
import type { Post } from '@drumbeat/contract/posts.ts';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useCurrentUser } from '../../api/query.ts';
import { hasDraft } from '../../base/keep.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { TipArea } from '../../ui/TipArea.tsx';
import { momentText } from '../../ui/time.ts';
import { useRetryPost } from '../publishing/useRetryPost.ts';
import { groupByDay } from './day-groups.rules.ts';
import { editDraftName } from './edit-draft.ts';
import { PostEditor } from './PostEditor.tsx';
import { PostRow, type RowCalls } from './PostRow.tsx';
import styles from './PostsTable.module.css';
import type { Surroundings } from './posts.rules.ts';
import { useDeletePost } from './useDeletePost.ts';
import { useStable } from './useStable.ts';

type Props = {
  posts: readonly Post[];
  accountId: string | undefined;
  limitedUntil: string | null;
  timeZone: string;
  windowEnd: number;
  around: Omit<Surroundings, 'editingId'>;
};

export function PostsTable({ posts, accountId, limitedUntil, timeZone, windowEnd, around }: Props) {
  const { id: person } = useCurrentUser();
  const [editingId, setEditingId] = useState<string | null>(null);
  const [deleting, setDeleting] = useState<Post | null>(null);
  const remove = useDeletePost();
  const retry = useRetryPost();
  const table = useRef<HTMLTableElement>(null);
  const edited = useRef<string | null>(null);
  // Closing an edit returns the focus to the button that opened it.
  useLayoutEffect(() => {
    if (editingId === null && edited.current !== null) focusAction(table.current, edited.current, 'Edit');
    edited.current = editingId;
  }, [editingId]);

  const shownEditing = posts.some((post) => post.id === editingId) ? editingId : null;
  const { canceled, connected, synchronizing } = around;
  const surroundings = useMemo(
    () => ({ canceled, connected, synchronizing, editingId: shownEditing }),
    [canceled, connected, synchronizing, shownEditing],
  );
  const calls: RowCalls = useStable({
    edit: (post: Post) => setEditingId(post.id),
    remove: setDeleting,
    retry: (post: Post) => retry.mutate(post),
  });

  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: as cards on a phone, the table keeps its meaning only by its roles
    <TipArea>
      <table ref={table} tabIndex={-1} role="table" className={styles.table} aria-label="Scheduled posts">
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col" className={styles.contentHead}>
              Post Content
            </th>
            <th role="columnheader" scope="col" className={styles.timeHead}>
              Scheduled Time
            </th>
            <th role="columnheader" scope="col" className={styles.statusHead}>
              Status
            </th>
            <th role="columnheader" scope="col" className={styles.actionsHead}>
              Actions
            </th>
          </tr>
        </thead>
        {groupByDay(posts, timeZone, Date.now()).map((day) => (
          <tbody role="rowgroup" key={day.key}>
            <tr role="row" className={styles.day}>
              {/* biome-ignore lint/a11y/useSemanticElements: the heading of a group of rows, not of one */}
              <th role="rowheader" scope="rowgroup" colSpan={4}>
                {day.heading}
                {day.date ? <span className={styles.date}>{day.date}</span> : null}
              </th>
            </tr>
            {day.posts.map((post) =>
              post.id === shownEditing ? (
                <tr role="row" key={post.id} className={styles.editing} data-post={post.id}>
                  <td role="cell" colSpan={4}>
                    <PostEditor
                      post={post}
                      accountId={accountId}
                      timeZone={timeZone}
                      windowEnd={windowEnd}
                      onClose={() => setEditingId(null)}
                    />
                  </td>
                </tr>
              ) : (
                <PostRow
                  key={post.id}
                  post={post}
                  timeZone={timeZone}
                  limitedUntil={limitedUntil}
                  around={surroundings}
                  hasDraft={hasDraft({ person, name: editDraftName(post.id) })}
                  retrying={retry.isPending && retry.variables.id === post.id}
                  calls={calls}
                />
              ),
            )}
          </tbody>
        ))}
      </table>
      <ConfirmDialog
        opened={deleting !== null}
        onClose={() => setDeleting(null)}
        title="Delete this post?"
        confirmLabel="Delete post"
        onConfirm={async () => {
          if (deleting) remove.mutate(deleting);
          requestAnimationFrame(() => table.current?.focus());
        }}
      >
        {deleting ? <DeleteWords post={deleting} timeZone={timeZone} /> : null}
      </ConfirmDialog>
    </TipArea>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  );
}

/** Focuses a button of a post's row; the table where there is no such button any more. */
function focusAction(table: HTMLTableElement | null, id: string, action: string): void {
  const row = table?.querySelector(`[data-post="${CSS.escape(id)}"]`);
  (row?.querySelector<HTMLElement>(`[data-action="${action}"]`) ?? table)?.focus();
}

function DeleteWords({ post, timeZone }: { post: Post; timeZone: string }) {
  const time = momentText(Date.parse(post.scheduledTime), timeZone, Date.now());
  return (
    <>
      <blockquote className={styles.quote}>{post.content}</blockquote>
      <p>
        {post.status === 'Failed' ? `It failed to post (${time}).` : `It is planned for ${time}.`} It won't be
        published, and you can't undo this.
      </p>
    </>
  );
}
