/** What a row opens, loaded on demand: hovering its buttons preloads the code. */
import { lazyDialog } from '../../../ui/dialogs/lazy-dialog.tsx';
import styles from './PostsTable.module.css';

export const PostEditor = lazyDialog(async () => (await import('../edit/PostEditor.tsx')).PostEditor, {
  waiting: <div className={styles.editorComes} />,
});
export const BulkBar = lazyDialog(async () => (await import('../bulk/BulkBar.tsx')).BulkBar);
export const RowMenu = lazyDialog(async () => (await import('./RowMenu.tsx')).RowMenu);
