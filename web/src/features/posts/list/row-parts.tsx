/** What a row opens, loaded on demand: hovering its buttons preloads the code. */

import type { Post } from '@drumbeat/contract/posts/posts.ts';
import { lazyDialog } from '../../../ui/dialogs/lazy-dialog.tsx';
import type { useBulk } from '../bulk/useBulk.ts';
import styles from './PostsTable.module.css';

export const PostEditor = lazyDialog(async () => (await import('../edit/PostEditor.tsx')).PostEditor, {
  waiting: <div className={styles.editorComes} />,
});

export const BulkBar = lazyDialog(async () => (await import('../bulk/BulkBar.tsx')).BulkBar);

export const RowMenu = lazyDialog(async () => (await import('./RowMenu.tsx')).RowMenu);

type Props = { bulk: ReturnType<typeof useBulk>; posts: readonly Post[]; timeZone: string };

const nothing = (): void => undefined;

/** What an action on several posts was refused, where no list shows it: an undo may outlive the list. */
export function BulkRefusal({ bulk, posts, timeZone }: Props) {
  if (!bulk.hasRefusal) return null;
  return (
    <BulkBar
      bulk={bulk}
      chosen={[]}
      selectable={0}
      posts={posts}
      timeZone={timeZone}
      onAct={nothing}
      onAll={nothing}
      onClear={bulk.dismiss}
    />
  );
}
