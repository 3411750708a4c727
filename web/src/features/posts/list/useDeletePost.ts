import type { Post } from '@drumbeat/contract/posts/posts.ts';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { ApiError } from '../../../api/errors.ts';
import { problemOf } from '../../../api/problem.ts';
import { notify } from '../../../ui/feedback/toasts.ts';
import { insertPost, removePosts, settlePosts, stopFetchingPosts } from '../../post/posts.query.ts';
import { ownPostsStrings as strings } from '../compose/own-posts.strings.ts';

const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

async function restore(post: Post): Promise<void> {
  try {
    insertPost((await call('POST /api/posts/:id/restore', { params: { id: post.id } })).post);
  } catch (error) {
    const { text, requestId } = problemOf(error, strings.notRestored);
    notify.error(text, { requestId });
    await settlePosts([post.id]);
  }
}

/** Deletes a post where no row can offer an undo: the toast does. Restored with the reason if refused. */
export function useDeletePost() {
  return useMutation({
    mutationFn: (post: Post) => call('DELETE /api/posts/:id', { params: { id: post.id } }),
    onMutate: async (post) => {
      await stopFetchingPosts();
      removePosts([post.id]);
    },
    onSuccess: (_answer, post) =>
      notify.success(`${strings.deleted}.`, {
        action: { label: strings.undo, press: () => void restore(post) },
      }),
    onError: (error, post) => {
      if (isNotFound(error)) return;
      insertPost(post);
      const { text, requestId } = problemOf(error, strings.notDeleted);
      notify.error(text, { requestId });
    },
    onSettled: (_answer, error, post) => settlePosts(error ? [post.id] : []),
  });
}
