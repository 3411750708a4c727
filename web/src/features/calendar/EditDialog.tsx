/** Edits a post without leaving the calendar. Closing keeps the input as a draft, as in the list. */
import type { Post } from '@drumbeat/contract/posts/posts.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { PostEditor } from '../posts/edit/PostEditor.tsx';
import { calendarStrings } from './calendar.strings.ts';

type Props = {
  post: Post;
  accountId: string | undefined;
  timeZone: string;
  windowEnd: number;
  onClose: () => void;
};

export function EditDialog(props: Props) {
  return (
    <Dialog opened onClose={props.onClose} title={calendarStrings.editTitle} size={640}>
      <PostEditor {...props} />
    </Dialog>
  );
}
