import type { Post } from '@drumbeat/contract/posts/posts.ts';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { problemOf } from '../../../api/problem.ts';
import { notify } from '../../../ui/feedback/toasts.ts';
import { insertPost, settlePosts } from '../../post/posts.query.ts';
import { ownPostsStrings as strings } from '../compose/own-posts.strings.ts';

/** Pauses or resumes one post; the answer shows the result. */
export function usePausePost() {
  return useMutation({
    mutationFn: async (post: Post) => {
      const body = { ids: [post.id], paused: !post.isPaused };
      const { posts, refused } = await call('POST /api/posts/bulk/pause', { body });
      return { posts, reason: refused[0]?.message };
    },
    onSuccess: ({ posts, reason }, { isPaused }) => {
      insertPost(...posts);
      if (reason) notify.alert(isPaused ? strings.notResumed(reason) : strings.notPaused(reason));
      else notify.success(isPaused ? strings.resumed : strings.paused);
    },
    onError: (error, { isPaused }) => {
      const { text, requestId } = problemOf(error, isPaused ? strings.notResumed : strings.notPaused);
      notify.error(text, { requestId });
    },
    onSettled: (outcome, _error, post) => settlePosts(outcome?.posts.length ? [] : [post.id]),
  });
}
