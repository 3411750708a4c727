import { expect, test } from 'vitest';
import { buildPost } from '../build-post.fixture.ts';
import { isSelectable, nothingSelected, stillThere, toggle } from './selection.rules.ts';

const posts = ['1', '2', '3', '4', '5'].map((id) =>
  buildPost({ id, status: id === '3' ? 'Posted' : 'Pending' }),
);
const ids = (selection: { ids: ReadonlySet<string> }) => [...selection.ids].sort();

test('a post that is out, on its way or not saved yet cannot be chosen', () => {
  const selectable = (over: object) => isSelectable(buildPost(over));
  expect([selectable({}), selectable({ status: 'Failed' })]).toEqual([true, true]);
  expect([selectable({ status: 'Posted' }), selectable({ status: 'Processing' })]).toEqual([false, false]);
  expect(selectable({ id: '1-2' })).toBe(false);
});

test('a range goes from the last press to this one, either way, over what cannot be chosen', () => {
  const from = toggle(nothingSelected, '5', posts, false);
  expect(ids(toggle(from, '2', posts, true))).toEqual(['2', '4', '5']);
  const other = toggle(nothingSelected, '1', posts, false);
  const range = toggle(other, '4', posts, true);
  expect(ids(range)).toEqual(['1', '2', '4']);
  // The next one begins where this one ended, also where a press took something back.
  expect(ids(toggle({ ...range, ids: new Set() }, '5', posts, true))).toEqual(['4', '5']);
  expect(ids(toggle(toggle(range, '2', posts, false), '1', posts, true))).toEqual(['1', '2', '4']);
  expect(ids(toggle({ ids: new Set(['2']), anchor: '2' }, '2', posts, true))).toEqual(['2']);
});

test('a post that is deleted or has gone out leaves the selection', () => {
  const before = { ids: new Set(['1', '2', '9']), anchor: '1' };
  const now = posts.map((post) => (post.id === '2' ? { ...post, status: 'Posted' as const } : post));
  expect(stillThere(before, now)).toEqual({ ids: new Set(['1']), anchor: '1' });
  const same = { ids: new Set(['1']), anchor: '1' };
  expect(stillThere(same, now)).toBe(same);
});
