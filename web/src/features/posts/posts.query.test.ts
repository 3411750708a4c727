import { expect, test, vi } from 'vitest';
import { queryClient } from '../../api/query.ts';
import { fakeBrowser } from '../../testing/browser.ts';
import { buildPost } from './build-post.fixture.ts';
import { postsQuery, settlePosts, stopFetchingPosts } from './posts.query.ts';

test('a read that a change stopped is made up for after the last of several changes', async () => {
  fakeBrowser({});
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const query = postsQuery('7');
  queryClient.setQueryData(query.queryKey, { posts: [buildPost()] });
  const isDue = () => queryClient.getQueryState(query.queryKey)?.isInvalidated;
  const read = queryClient.fetchQuery({ ...query, staleTime: 0 }).catch(() => undefined);
  await stopFetchingPosts();
  await read;
  // The second change finds nothing to stop.
  await stopFetchingPosts();
  expect(isDue()).toBe(false);
  await settlePosts();
  expect(isDue()).toBe(true);
});
