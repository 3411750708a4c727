/** Asks for confirmation before a post is published immediately, and shows its text. */
import type { Post } from '@drumbeat/contract/posts/posts.ts';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { problemOf } from '../../../api/problem.ts';
import { useOfflineWait } from '../../../api/useOfflineWait.ts';
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx';
import { DialogProblem } from '../../../ui/feedback/ErrorBox.tsx';
import { notify } from '../../../ui/feedback/toasts.ts';
import { insertPost, settlePosts } from '../../post/posts.query.ts';
import { ownPostsStrings as strings } from '../posts.strings.ts';
import styles from './compose.module.css';

type Props = { post: Post; username: string; onClose: () => void };

export function PublishNowDialog({ post, username, onClose }: Props) {
  const publish = useMutation({
    mutationFn: () => call('POST /api/posts/:id/publish-now', { params: { id: post.id } }),
    onSuccess: (answer) => {
      insertPost(answer.post);
      notify.success(strings.publishing);
    },
    onSettled: (_answer, error) => settlePosts(error ? [post.id] : []),
  });
  const wait = useOfflineWait(publish);
  return (
    <FormDialog
      title={strings.publishTitle}
      submitLabel={strings.publishNow}
      busyLabel="Publishing…"
      busy={publish.isPending}
      waiting={wait.isWaiting}
      onSubmit={() => publish.mutate(undefined, { onSuccess: onClose })}
      onClose={() => {
        wait.cancel();
        onClose();
      }}
    >
      <blockquote className={styles.words}>{post.content}</blockquote>
      <p>{strings.publishWords(username)}</p>
      <DialogProblem problem={publish.error ? problemOf(publish.error, strings.notPublished) : null} />
    </FormDialog>
  );
}
