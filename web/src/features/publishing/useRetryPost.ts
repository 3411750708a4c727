import type { Post } from '@drumbeat/contract/posts/posts.ts';
import { X_RATE_LIMITED } from '@drumbeat/contract/publishing/rate-limit-codes.ts';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { ApiError, describeError, requestIdOf } from '../../api/errors.ts';
import { notify } from '../../ui/feedback/toasts.ts';
import { changePosts, settlePosts } from '../post/posts.query.ts';
import { applyRetry } from '../post/status.rules.ts';
import { retryNews } from './failure.rules.ts';
import { publishingStrings } from './publishing.strings.ts';

function refusalText(error: unknown): string {
  if (error instanceof ApiError && error.code === 'DUPLICATE_TWEET') return publishingStrings.duplicate;
  if (error instanceof ApiError && error.code === X_RATE_LIMITED) return publishingStrings.rateLimit;
  return describeError(error, 'The post could not be retried. Please try again.');
}

/** Retries a failed post; the answer updates the list. */
export function useRetryPost() {
  return useMutation({
    mutationFn: (post: Post) => call('POST /api/posts/:id/retry', { params: { id: post.id } }),
    onSuccess: (answer, post) => {
      changePosts((posts) => posts.map((one) => (one.id === post.id ? applyRetry(one, answer) : one)));
      const news = retryNews(answer);
      notify[news.tone](news.text);
    },
    onError: (error) => notify.error(refusalText(error), { requestId: requestIdOf(error) }),
    // The answer does not contain the hold reason or `updatedAt`, so read the post again.
    onSettled: (_answer, _error, post) => settlePosts([post.id]),
  });
}
