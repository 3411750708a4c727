/** The posts of one page: a table, and cards where there is no room for one. One post at a time can be edited in place. */
import type { Post } from '@drumbeat/contract/posts.ts';
import { useEffect, useRef, useState } from 'react';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { momentText } from '../../ui/time.ts';
import { useRetryPost } from '../publishing/useRetryPost.ts';
import { PostEditor } from './PostEditor.tsx';
import { PostRow } from './PostRow.tsx';
import styles from './PostsTable.module.css';
import type { Surroundings } from './posts.rules.ts';
import { useDeletePost, useSavePost } from './usePostActions.ts';

type Props = {
  posts: readonly Post[];
  accountId: string | undefined;
  timeZone: string;
  windowEnd: number;
  around: Omit<Surroundings, 'editingId'>;
};

export function PostsTable({ posts, accountId, timeZone, windowEnd, around }: Props) {
  const [editingId, setEditingId] = useState<string | null>(null);
  const [deleting, setDeleting] = useState<Post | null>(null);
  const save = useSavePost(accountId);
  const remove = useDeletePost();
  const retry = useRetryPost();
  const table = useRef<HTMLTableElement>(null);
  const edited = useRef<string | null>(null);
  const editButton = useRef<HTMLButtonElement>(null);
  // Closing an edit returns the focus to the button that opened it.
  useEffect(() => {
    if (editingId === null) editButton.current?.focus();
    edited.current = editingId;
  }, [editingId]);
  const shownEditing = posts.some((post) => post.id === editingId) ? editingId : null;

  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: as cards on a phone, the table keeps its meaning only by its roles
    <>
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
        <tbody role="rowgroup">
          {posts.map((post) =>
            post.id === shownEditing ? (
              <tr role="row" key={post.id} className={styles.editing}>
                <td role="cell" colSpan={4}>
                  <PostEditor
                    post={post}
                    timeZone={timeZone}
                    windowEnd={windowEnd}
                    saving={save.isPending}
                    onCancel={() => setEditingId(null)}
                    onSave={(edit) =>
                      save.mutate({ original: post, edit }, { onSuccess: () => setEditingId(null) })
                    }
                  />
                </td>
              </tr>
            ) : (
              <PostRow
                key={post.id}
                post={post}
                editButton={edited.current === post.id ? editButton : undefined}
                timeZone={timeZone}
                around={{ ...around, editingId: shownEditing }}
                retrying={retry.isPending && retry.variables.id === post.id}
                onEdit={() => setEditingId(post.id)}
                onDelete={() => setDeleting(post)}
                onRetry={() => retry.mutate(post)}
              />
            ),
          )}
        </tbody>
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
    </>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  );
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
