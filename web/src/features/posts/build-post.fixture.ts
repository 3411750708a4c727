import type { Post } from '@drumbeat/contract/posts/posts.ts';

/** A post for tests; name only what matters. */
export function buildPost(over: Partial<Post> = {}): Post {
  const scheduledTime = over.scheduledTime ?? '2026-11-21T09:00:00.000Z';
  return {
    id: '1',
    content: 'Small steps win.',
    scheduledTime,
    scheduledTimeLocal: scheduledTime.slice(0, 19),
    status: 'Pending',
    retryCount: 0,
    twitterAccountId: '7',
    holdReason: null,
    isPaused: false,
    movedFrom: null,
    postedAt: null,
    tweetId: null,
    tweetUrl: null,
    errorCode: null,
    errorMessage: null,
    createdAt: '2026-11-20T09:00:00.000Z',
    updatedAt: '2026-11-20T09:00:00.000Z',
    ...over,
  };
}
