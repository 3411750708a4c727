/** A server's answers for a person with many posts, for benchmarks of the screen alone. */
import type { CallName, CallOutput } from '@drumbeat/contract/calls.ts';
import { buildAccount } from '../../web/src/features/accounts/build-account.fixture.ts';
import { buildPost } from '../../web/src/features/posts/build-post.fixture.ts';
import { buildUser } from '../../web/src/testing/build-user.fixture.ts';

const HOUR_MS = 3_600_000;

/** This many posts, twelve per day, starting a week ago; one in nine of the past ones failed. */
function manyPosts(count: number): CallOutput<'GET /api/posts'>['posts'] {
  const start = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 7 * 24 * HOUR_MS;
  return Array.from({ length: count }, (_, index) => {
    const time = start + index * 2 * HOUR_MS;
    const past = index % 9 === 0 ? ('Failed' as const) : ('Posted' as const);
    return buildPost({
      id: String(index + 1),
      content: `Post ${index + 1}: small steps win, and a long walk begins with one of them.`,
      scheduledTime: new Date(time).toISOString(),
      status: time < Date.now() ? past : 'Pending',
    });
  });
}

/** The answer of a call by method and URL; undefined if the screen does not need one. */
export function answerFor(method: string, address: string, posts: number): object | undefined {
  const { pathname } = new URL(address);
  const inDays = (days: number): string => new Date(Date.now() + days * 24 * HOUR_MS).toISOString();
  if (method === 'PATCH' && pathname.startsWith('/api/posts/')) {
    const post = manyPosts(posts).find(({ id }) => id === pathname.split('/').at(-1));
    return post && { post };
  }
  const answers: { [N in CallName]?: CallOutput<N> } = {
    'GET /api/user': buildUser({ subscriptionExpiryDate: inDays(60) }),
    'GET /api/twitter/accounts': { accounts: [buildAccount()] },
    'GET /api/posts': { posts: manyPosts(posts) },
    'GET /api/maintenance/status': { active: false, isAdmin: false, window: null },
    'POST /api/check-scheduling-eligibility': {
      canSchedule: true,
      reason: null,
      message: 'You can generate and schedule posts now.',
      daysUntilNextScheduling: 0,
    },
  };
  return answers[`${method} ${pathname}` as CallName];
}
