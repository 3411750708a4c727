import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildPost } from '../build-post.fixture.ts';
import { filterPosts, orderPosts, type PostsView, pageOf, readView, writeView } from './posts-view.rules.ts';

const now = Date.parse('2026-11-21T10:00:00Z');
const zone = 'Europe/Paris';
const all: PostsView = { layout: 'list', search: '', when: 'all', status: 'all', page: 1 };
const posts = [
  buildPost({
    id: '1',
    content: 'Yesterday late',
    scheduledTime: '2026-11-20T22:30:00.000Z',
    status: 'Posted',
  }),
  buildPost({
    id: '2',
    content: 'Just after midnight',
    scheduledTime: '2026-11-20T23:30:00.000Z',
    status: 'Failed',
  }),
  buildPost({ id: '3', content: 'This evening', scheduledTime: '2026-11-21T17:00:00.000Z' }),
  buildPost({
    id: '4',
    content: 'In six days',
    scheduledTime: '2026-11-27T08:00:00.000Z',
    status: 'Processing',
  }),
  buildPost({ id: '5', content: 'In seven days', scheduledTime: '2026-11-28T08:00:00.000Z' }),
  buildPost({ id: '6', content: 'In thirty days', scheduledTime: '2026-12-21T08:00:00.000Z' }),
];
const ids = (view: Partial<PostsView>): string =>
  filterPosts(posts, { ...all, ...view }, now, zone)
    .map((post) => post.id)
    .join('');

test('DASH-31 search filters only at 2 or more characters', () => {
  expect(ids({ search: 'e' })).toBe('123456');
  expect(ids({ search: ' e ' })).toBe('123456');
  expect(ids({ search: 'SE' })).toBe('5');
  expect(ids({ search: ' se ' })).toBe('5');
  expect(ids({ search: 'ju' })).toBe('2');
  expect(ids({ search: 'in', when: 'week', status: 'scheduled' })).toBe('34');
});

test("DASH-27 DASH-32 today is the person's own day, this week is 7 days, this month is 30 days", () => {
  expect(ids({ when: 'today' })).toBe('23');
  expect(ids({ when: 'week' })).toBe('234');
  expect(ids({ when: 'month' })).toBe('2345');
  expect(ids({ when: 'all' })).toBe('123456');
});

test('DASH-32 the status filter groups what waits, what failed and what is out', () => {
  expect(ids({ status: 'scheduled' })).toBe('3456');
  expect(ids({ status: 'failed' })).toBe('2');
  expect(ids({ status: 'posted' })).toBe('1');
});

test('DASH-28 a page holds 10 posts, and a page beyond the end is the last one', () => {
  const items = Array.from({ length: 21 }, (_, index) => index);
  expect(pageOf(items, 1)).toEqual({ items: items.slice(0, 10), page: 1, pages: 3, total: 21 });
  expect(pageOf(items, 9)).toEqual({ items: [20], page: 3, pages: 3, total: 21 });
  expect(pageOf([], 1)).toEqual({ items: [], page: 1, pages: 1, total: 0 });
});

test('DASH-25 the view lives in the address: what is written is read back, defaults are left out', () => {
  const view = fc.record({
    layout: fc.constantFrom('list' as const, 'calendar' as const),
    search: fc.string(),
    when: fc.constantFrom('all' as const, 'today' as const, 'week' as const, 'month' as const),
    status: fc.constantFrom('all' as const, 'scheduled' as const, 'failed' as const, 'posted' as const),
    page: fc.integer({ min: 1, max: 50 }),
  });
  fc.assert(
    fc.property(view, (wanted) => {
      expect(readView(writeView(new URLSearchParams(), wanted))).toEqual(wanted);
    }),
  );
  expect(writeView(new URLSearchParams('q=ab&page=3'), { search: '' }).toString()).toBe('');
  expect(readView(new URLSearchParams('when=never&status=odd&page=-2'))).toEqual(all);
});

test('coming posts are first and older published posts last; a post that goes out keeps its place', () => {
  const old = buildPost({ id: '9', scheduledTime: '2026-11-10T08:00:00.000Z', status: 'Posted' });
  const older = buildPost({ id: '8', scheduledTime: '2026-11-09T08:00:00.000Z', status: 'Posted' });
  const order = orderPosts([older, old, ...posts], now).map((post) => post.id);
  expect(order.join('')).toBe('12345698');
  const gone = posts.map((post) => (post.id === '3' ? { ...post, status: 'Posted' as const } : post));
  expect(orderPosts([older, old, ...gone], now).map((post) => post.id)).toEqual(order);
});

test('POST-37 a post without a valid date is shown, before the others, but is of no day', () => {
  const without = ['12', '11'].map((id) => buildPost({ id, scheduledTime: 'never' }));
  const mixed = [...posts.slice(2, 4), without[0], ...posts.slice(0, 2), without[1]].filter(
    (post) => post !== undefined,
  );
  expect(orderPosts(mixed, now).map((post) => post.id)).toEqual(['11', '12', '1', '2', '3', '4']);
  const found = (when: PostsView['when']) => filterPosts(mixed, { ...all, when }, now, zone).length;
  expect([found('all'), found('today'), found('week'), found('month')]).toEqual([6, 2, 3, 3]);
});
