/** The posts of one page by day: a table, or cards if there is no room for one. */
import type { Post } from '@drumbeat/contract/posts/posts.ts';
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { useCurrentUser } from '../../../api/query.ts';
import { hasDraft } from '../../../base/keep.ts';
import { TipArea } from '../../../ui/buttons/TipArea.tsx';
import { editDraftName } from '../edit/edit-draft.ts';
import type { Surroundings } from '../posts.rules.ts';
import { DeletedRow } from './DeletedRow.tsx';
import { groupByDay, postName } from './day-groups.rules.ts';
import { PostRow } from './PostRow.tsx';
import styles from './PostsTable.module.css';
import type { RowCalls } from './RowAction.tsx';
import { PostEditor } from './row-parts.tsx';
import type { useDeletions } from './useDeletions.ts';

type Props = {
  table: RefObject<HTMLTableElement | null>;
  posts: readonly Post[];
  accountId: string | undefined;
  limitedUntil: string | null;
  timeZone: string;
  windowEnd: number;
  around: Surroundings;
  undo: ReturnType<typeof useDeletions>;
  retryingId: string | null;
  selected: ReadonlySet<string>;
  unfolded: ReadonlySet<string>;
  /** The post being dragged to another day, and the day it is over. */
  carried: string | null;
  overDay: string | null;
  calls: RowCalls;
  /** Called when the editor closes, whether or not the edit was saved. */
  onEdited: () => void;
};

export function PostsTable(props: Props) {
  const { table, posts, timeZone, around, undo, calls } = props;
  const { id: person } = useCurrentUser();
  useFocusAfterEdit(table, around.editingId);

  function rowOf(post: Post) {
    const deletion = undo.deletions.find((one) => one.post.id === post.id);
    if (deletion) {
      return (
        <DeletedRow
          key={post.id}
          deletion={deletion}
          name={postName(post, timeZone, Date.now())}
          onUndo={() => undo.restore(post)}
          onEnd={(hadFocus) => {
            undo.forget(post.id);
            if (hadFocus) table.current?.focus();
          }}
        />
      );
    }
    if (post.id === around.editingId) {
      return (
        <EditedRow key={post.id} id={post.id}>
          <PostEditor
            post={post}
            accountId={props.accountId}
            timeZone={timeZone}
            windowEnd={props.windowEnd}
            onClose={props.onEdited}
          />
        </EditedRow>
      );
    }
    return (
      <PostRow
        key={post.id}
        post={post}
        timeZone={timeZone}
        limitedUntil={props.limitedUntil}
        around={around}
        hasDraft={hasDraft({ person, name: editDraftName(post.id) })}
        retrying={props.retryingId === post.id}
        selected={props.selected.has(post.id)}
        unfolded={props.unfolded.has(post.id)}
        carried={props.carried === post.id}
        problem={undo.refusals.get(post.id) ?? null}
        calls={calls}
      />
    );
  }

  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: as cards on a phone, the table keeps its meaning only by its roles
    <TipArea>
      <table
        ref={table}
        tabIndex={-1}
        role="table"
        className={styles.table}
        aria-label="Scheduled posts"
        data-selecting={props.selected.size > 0 || undefined}
      >
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
          <tbody
            role="rowgroup"
            key={day.key}
            data-day={day.day || undefined}
            data-over={(props.overDay !== null && props.overDay === day.day) || undefined}
          >
            <tr role="row" className={styles.day}>
              {/* biome-ignore lint/a11y/useSemanticElements: the heading of a group of rows, not of one */}
              <th role="rowheader" scope="rowgroup" colSpan={4}>
                {day.heading}
                {day.date ? <span className={styles.date}>{day.date}</span> : null}
              </th>
            </tr>
            {day.posts.map(rowOf)}
          </tbody>
        ))}
      </table>
    </TipArea>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  );
}

function EditedRow({ id, children }: { id: string; children: ReactNode }) {
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: as cards on a phone, the table keeps its meaning only by its roles
    <tr role="row" className={styles.editing} data-post={id}>
      <td role="cell" colSpan={4}>
        {children}
      </td>
    </tr>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  );
}

/** After an edit, returns focus to the button that started it, or to the table if the button is gone. */
function useFocusAfterEdit(table: RefObject<HTMLTableElement | null>, editingId: string | null): void {
  const edited = useRef<string | null>(null);
  useLayoutEffect(() => {
    const id = edited.current;
    edited.current = editingId;
    if (editingId !== null || id === null) return;
    const button = table.current?.querySelector<HTMLElement>(
      `[data-post="${CSS.escape(id)}"] [data-action="Edit"]`,
    );
    (button ?? table.current)?.focus();
  }, [table, editingId]);
}
