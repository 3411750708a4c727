import type { Post } from '@drumbeat/contract/posts/posts.ts';
import { Checkbox } from '@mantine/core';
import { Ellipsis, GripVertical, Pencil, RotateCcw, Trash2 } from 'lucide-react';
import { memo } from 'react';
import type { Problem } from '../../../api/problem.ts';
import { RequestId } from '../../../ui/feedback/RequestId.tsx';
import { dayTimePhrase, fullMomentText } from '../../../ui/time/time.ts';
import { PostSources } from '../../facts/SourceLinks.tsx';
import { FailureNote, PostState } from '../../publishing/PostState.tsx';
import { isSelectable } from '../bulk/selection.rules.ts';
import { changeBlock, deleteBlock, editBlock, retryBlock, type Surroundings } from '../posts.rules.ts';
import { postName, rowTimeText } from './day-groups.rules.ts';
import { PostHistory } from './PostHistory.tsx';
import styles from './PostRow.module.css';
import type { RowCalls } from './RowAction.tsx';
import { RowAction } from './RowAction.tsx';
import { BulkBar, PostEditor, RowMenu } from './row-parts.tsx';

type Props = {
  post: Post;
  timeZone: string;
  limitedUntil: string | null;
  around: Surroundings;
  /** Whether it has an unsaved edit. */
  hasDraft: boolean;
  retrying: boolean;
  selected: boolean;
  unfolded: boolean;
  carried: boolean;
  /** Why the last action on it was refused. */
  problem: Problem | null;
  calls: RowCalls;
};

export const PostRow = memo(function PostRow(props: Props) {
  const { post, timeZone, limitedUntil, around, selected, unfolded, problem, calls } = props;
  const name = postName(post, timeZone, Date.now());
  const isOut = post.status === 'Posted';
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: as cards on a phone, the table keeps its meaning only by its roles
    <tr
      role="row"
      className={styles.row}
      data-post={post.id}
      data-selected={selected || undefined}
      data-carried={props.carried || undefined}
      tabIndex={-1}
    >
      <td role="cell" className={styles.content}>
        {isSelectable(post) && !around.canceled ? (
          // biome-ignore lint/a11y/noLabelWithoutControl: its control is the checkbox, which names itself
          <label className={styles.check} onPointerEnter={BulkBar.preload}>
            <Checkbox
              size="xs"
              aria-label={`Select ${name}`}
              checked={selected}
              onFocus={BulkBar.preload}
              onChange={(event) => calls.select(post, (event.nativeEvent as MouseEvent).shiftKey)}
            />
          </label>
        ) : null}
        {unfolded ? (
          <>
            <PostHistory post={post} timeZone={timeZone} />
            <PostSources post={post} />
          </>
        ) : (
          <p className={styles.words}>{post.content}</p>
        )}
        {props.hasDraft ? (
          <button type="button" className={styles.draft} onClick={() => calls.edit(post)}>
            Unsaved changes
          </button>
        ) : null}
        {post.status === 'Failed' ? <FailureNote post={post} /> : null}
        {problem ? (
          <div className={styles.problem} role="alert">
            <p>{problem.text}</p>
            <RequestId id={problem.requestId} />
          </div>
        ) : null}
      </td>
      <td role="cell" className={styles.time}>
        {/* For pointers only; keyboards and screen readers use 'Move to…' in the menu. */}
        {changeBlock(post, around) === null ? (
          <span
            className={styles.grip}
            data-grip
            aria-hidden="true"
            onPointerDown={(event) => calls.carry(event, post)}
          >
            <GripVertical size={16} />
          </span>
        ) : null}
        <RowTime post={post} timeZone={timeZone} />
      </td>
      <td role="cell" className={styles.status}>
        <PostState post={post} limitedUntil={limitedUntil} />
      </td>
      <td role="cell" className={styles.actions}>
        {post.status === 'Failed' ? (
          <RowAction
            label="Retry"
            of={name}
            Icon={RotateCcw}
            block={retryBlock(post, around)}
            onPress={() => calls.retry(post)}
            busy={props.retrying}
          />
        ) : null}
        {isOut ? null : (
          <>
            <RowAction
              label="Edit"
              of={name}
              Icon={Pencil}
              block={editBlock(post, around)}
              onPress={() => calls.edit(post)}
              prepare={PostEditor.preload}
            />
            <RowAction
              label="Delete"
              of={name}
              Icon={Trash2}
              block={deleteBlock(post, around)}
              onPress={() => calls.remove(post)}
              destructive
            />
          </>
        )}
        <RowAction
          label="More"
          of={name}
          Icon={Ellipsis}
          block={null}
          hasMenu
          onPress={(button) => calls.openMenu(post, button)}
          prepare={RowMenu.preload}
        />
      </td>
    </tr>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  );
});

function RowTime({ post, timeZone }: { post: Post; timeZone: string }) {
  const time = Date.parse(post.scheduledTime);
  if (!Number.isFinite(time)) return rowTimeText(post, timeZone);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the tooltip must be reachable by keyboard */}
      <time dateTime={post.scheduledTime} tabIndex={0} data-tip={fullMomentText(time, timeZone)}>
        {rowTimeText(post, timeZone)}
      </time>
      {post.movedFrom && post.status === 'Pending' ? (
        <p className={styles.moved}>
          moved from {dayTimePhrase(Date.parse(post.movedFrom), timeZone, Date.now())}
        </p>
      ) : null}
    </>
  );
}
