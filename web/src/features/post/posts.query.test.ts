import type { Post } from '@drumbeat/contract/posts/posts.ts';
import { expect, test, vi } from 'vitest';
import { queryClient } from '../../api/query.ts';
import { fakeBrowser } from '../../testing/browser.ts';
import { buildPost } from '../posts/build-post.fixture.ts';
import {
  findPost,
  insertPost,
  knownPosts,
  postsQuery,
  removePosts,
  replacePost,
  rereadPosts,
  settlePosts,
  stopFetchingPosts,
} from './posts.query.ts';

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

/** The lists of two accounts and of all, as ids with words. */
const lists = () =>
  ['7', '8', undefined].map((account) =>
    queryClient
      .getQueryData(postsQuery(account).queryKey)
      ?.posts.map(({ id, content }) => `${id} ${content}`),
  );
function keepLists(): void {
  const [first, second] = ['1', '2'].map((id) => buildPost({ id, content: 'Old.' })) as [Post, Post];
  const other = buildPost({ id: '3', content: 'Old.', twitterAccountId: '8' });
  for (const [account, posts] of [
    ['7', [first, second]],
    ['8', [other]],
    [undefined, [first, second, other]],
  ] as const)
    queryClient.setQueryData(postsQuery(account).queryKey, { posts: [...posts] });
}

test('a post goes into the list of its account and into that of all, in place of the one with its number', () => {
  fakeBrowser({});
  keepLists();
  insertPost(
    buildPost({ id: '1', content: 'New.' }),
    buildPost({ id: '4', content: 'New.', twitterAccountId: '8' }),
  );
  expect(lists()).toEqual([
    ['2 Old.', '1 New.'],
    ['3 Old.', '4 New.'],
    ['2 Old.', '3 Old.', '1 New.', '4 New.'],
  ]);
  expect(knownPosts()).toHaveLength(8);
  replacePost('2', buildPost({ id: '5', content: 'Saved.' }));
  removePosts(['1', '3']);
  expect(lists()).toEqual([['5 Saved.'], ['4 New.'], ['5 Saved.', '4 New.']]);
  expect([findPost('4')?.content, findPost('1')]).toEqual(['New.', undefined]);
});

test('posts are read again by number, at most a hundred at once; those that are gone go from every list', async () => {
  fakeBrowser({});
  keepLists();
  const asked: (string | null)[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(new URL(url, 'https://drumbeat.example').searchParams.get('ids'));
    return Response.json({ posts: [{ ...buildPost({ id: '2', content: 'Read.' }) }] });
  });
  const many = Array.from({ length: 101 }, (_, at) => String(at + 1));
  expect(await rereadPosts(many)).toEqual([]);
  expect(asked).toEqual([many.slice(0, 100).join(','), '101']);
  expect(lists()).toEqual([['2 Read.'], [], ['2 Read.']]);
});
