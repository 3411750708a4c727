import type { Post } from '@drumbeat/contract/posts.ts';
import { Pencil, RotateCcw, Trash2 } from 'lucide-react';
import type { Ref } from 'react';
import { TimeText } from '../../ui/TimeText.tsx';
import { FailureNote } from '../publishing/FailureNote.tsx';
import { PostState } from '../publishing/PostState.tsx';
import styles from './PostsTable.module.css';
import { deleteBlock, editBlock, retryBlock, type Surroundings } from './posts.rules.ts';
import { RowAction } from './RowAction.tsx';

type Props = {
  post: Post;
  editButton: Ref<HTMLButtonElement> | undefined;
  timeZone: string;
  around: Surroundings;
  retrying: boolean;
  onEdit: () => void;
  onDelete: () => void;
  onRetry: () => void;
};

export function PostRow({ post, editButton, timeZone, around, retrying, onEdit, onDelete, onRetry }: Props) {
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: as cards on a phone, the table keeps its meaning only by its roles
    <tr role="row" className={styles.row}>
      <td role="cell" className={styles.content}>
        <p className={styles.words}>{post.content}</p>
        {post.status === 'Failed' ? <FailureNote post={post} /> : null}
      </td>
      <td role="cell" className={styles.time}>
        <TimeText iso={post.scheduledTime} timeZone={timeZone} />
        {post.movedFrom && post.status === 'Pending' ? (
          <p className={styles.moved}>
            moved from <TimeText iso={post.movedFrom} timeZone={timeZone} />
          </p>
        ) : null}
      </td>
      <td role="cell" className={styles.status}>
        <PostState post={post} />
      </td>
      <td role="cell" className={styles.actions}>
        {post.status === 'Failed' ? (
          <RowAction
            label="Retry"
            Icon={RotateCcw}
            block={retryBlock(post, around)}
            onPress={onRetry}
            busy={retrying}
          />
        ) : null}
        <RowAction
          label="Edit"
          Icon={Pencil}
          button={editButton}
          block={editBlock(post, around)}
          onPress={onEdit}
        />
        <RowAction
          label="Delete"
          Icon={Trash2}
          block={deleteBlock(post, around)}
          onPress={onDelete}
          destructive
        />
      </td>
    </tr>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  );
}
