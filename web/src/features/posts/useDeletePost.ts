import type { Post } from '@drumbeat/contract/posts.ts';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { ApiError, describeError, requestIdOf } from '../../api/errors.ts';
import { notify } from '../../ui/toasts.ts';
import { changePosts, refreshPosts, rememberPosts, stopFetchingPosts } from './posts.query.ts';

const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** Deleting: gone at once, back with a reason if the server refuses. */
export function useDeletePost() {
  return useMutation({
    mutationFn: (post: Post) => call('DELETE /api/posts/:id', { params: { id: post.id } }),
    onMutate: async (post) => {
      await stopFetchingPosts();
      const restore = rememberPosts();
      changePosts((posts) => posts.filter((one) => one.id !== post.id));
      return { restore };
    },
    onSuccess: () => notify.success('Post deleted.'),
    onError: (error, _post, context) => {
      if (isNotFound(error)) return;
      context?.restore();
      notify.error(`The post was not deleted. ${describeError(error, 'Please try again.')}`, {
        requestId: requestIdOf(error),
      });
    },
    onSettled: refreshPosts,
  });
}
