import { expect, test } from 'vitest';
import { buildPost } from '../build-post.fixture.ts';
import { withDeleted } from './useDeletions.ts';

const [first, second, third] = ['1', '2', '3'].map((id) => buildPost({ id, content: `Post ${id}.` })) as [
  ReturnType<typeof buildPost>,
  ReturnType<typeof buildPost>,
  ReturnType<typeof buildPost>,
];
const deletion = (post: typeof first) => ({ post, restoring: false, problem: null });

test('posts whose deletion can be undone are in the list once, as they were then', () => {
  const posts = [first, third];
  expect(withDeleted(posts, [])).toBe(posts);
  expect(withDeleted(posts, [deletion(second)])).toEqual([first, third, second]);
  // An answer that still has one of them does not show it twice, nor with other words.
  const late = [{ ...first, content: 'Other words.' }, second, third];
  expect(withDeleted(late, [deletion(first), deletion(second)])).toEqual([third, first, second]);
});
