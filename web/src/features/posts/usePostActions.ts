import type { Post } from '@drumbeat/contract/posts.ts';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { ApiError, describeError, requestIdOf } from '../../api/errors.ts';
import { queryClient } from '../../api/query.ts';
import { notify } from '../../ui/toasts.ts';
import {
  changePosts,
  postsQuery,
  refreshPosts,
  rememberPosts,
  replacePost,
  stopFetchingPosts,
} from './posts.query.ts';
import { postsStrings } from './posts.strings.ts';
import { type Edit, requireListed, type SaveParts, saveEdit } from './save-edit.ts';

const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404;
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function savePartsFor(accountId: string | undefined): SaveParts {
  return {
    wait,
    put: async (id, edit) => {
      try {
        return (await call('PUT /api/posts/:id', { params: { id }, body: edit })).post;
      } catch (error) {
        if (isNotFound(error)) return 'not-found';
        throw error;
      }
    },
    refresh: async () => (await queryClient.fetchQuery({ ...postsQuery(accountId), staleTime: 0 })).posts,
  };
}

function tellSaveFailure(error: Error): void {
  const own: readonly string[] = [postsStrings.notInList, postsStrings.notInDatabase];
  if (own.includes(error.message)) notify.error(error.message);
  else notify.error(postsStrings.saveFailed(error.message), { requestId: requestIdOf(error) });
}

/** Saving an edit, for the list of one account. */
export function useSavePost(accountId: string | undefined) {
  return useMutation({
    mutationFn: async ({ original, edit }: { original: Post; edit: Edit }) => {
      requireListed(queryClient.getQueryData(postsQuery(accountId).queryKey)?.posts, original);
      return saveEdit(original, edit, savePartsFor(accountId));
    },
    onSuccess: (post, { original }) => {
      replacePost(original.id, post);
      notify.success('Post saved.');
    },
    onError: tellSaveFailure,
  });
}

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
