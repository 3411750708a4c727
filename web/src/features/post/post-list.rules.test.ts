import { historyCursor } from '@drumbeat/contract/posts/history.rules.ts';
import { DAY_MS } from '@drumbeat/contract/time.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildPost } from '../posts/build-post.fixture.ts';
import { listed } from '../posts/list/past-posts.fixture.ts';
import {
  capacityOf,
  capacityWords,
  mergeList,
  mergeRead,
  wholePosts,
  withHistory,
} from './post-list.rules.ts';

const day = Date.parse('2026-11-21T00:00:00.000Z');

const out = (days: number, over: Parameters<typeof buildPost>[0] = {}) =>
  buildPost({
    id: String(100 - days),
    status: 'Posted',
    scheduledTime: new Date(day - days * DAY_MS).toISOString(),
    ...over,
  });

const from = (days: number): string => historyCursor({ time: day - days * DAY_MS, id: 0 });

const idsOf = ({ posts }: { posts: readonly { id: string }[] }) => posts.map(({ id }) => id);

test('what a list leaves out of a post is null, or false', () => {
  const post = buildPost();
  expect(wholePosts([listed(post)])).toEqual([post]);
  const rich = { ...post, isPaused: true, holdReason: 'paused', movedFrom: post.createdAt } as const;
  expect(wholePosts([listed(rich)])).toEqual([rich]);
});

test('a post that became history stays, and the pages before it begin where they did', () => {
  const shown = { posts: [out(40), out(39), out(1)], earlier: from(41) };
  const next = mergeList(shown, { posts: [out(1)], earlier: from(38) });
  expect(idsOf(next)).toEqual(idsOf(shown));
  expect(next).toMatchObject({ earlier: from(41), outEarlier: 0 });
  expect(mergeList({ posts: shown.posts }, { posts: [out(1)], earlier: from(38) }).earlier).toBeUndefined();
});

test('whatever day it is read on, the list and the pages before it hold every post once', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 0, max: 90 }), { maxLength: 30 }),
      fc.array(fc.integer({ min: 20, max: 60 }), { minLength: 1, maxLength: 5 }),
      (days, reads) => {
        const all = days.map((each) => out(each));
        const boundaries = [...reads].sort((a, b) => b - a);
        let list: ReturnType<typeof mergeList> | undefined;
        for (const boundary of boundaries) {
          const isPast = (each: number) => each > boundary;
          list = mergeList(list, {
            posts: days.filter((each) => !isPast(each)).map((each) => listed(out(each))),
            ...(days.some(isPast) ? { earlier: from(boundary) } : {}),
          });
        }
        const end = list?.earlier === undefined ? -1 : Number(list.earlier.split('_')[0]);
        const history = all.filter((post) => Date.parse(post.scheduledTime) < end);
        const ids = withHistory(list?.posts ?? [], history).map(({ id }) => id);
        expect(ids).toHaveLength(all.length);
        expect(new Set(ids)).toEqual(new Set(all.map(({ id }) => id)));
      },
    ),
  );
});

test('a read by id changes, adds and takes away, and leaves the other posts as they are', () => {
  const [kept, old, gone] = [out(1), buildPost({ id: '201' }), buildPost({ id: '202' })];
  const changed = { ...old, content: 'Other words.' };
  const made = buildPost({ id: '203' });
  const list = { posts: [kept, old, gone], earlier: from(40) };
  const next = mergeRead(list, { ids: ['201', '202', '203'], read: [changed, made], account: '7' });
  expect(next).toEqual({ posts: [kept, changed, made], earlier: from(40) });
  expect(next.posts[0]).toBe(kept);
});

test('a read by id adds nothing of another account, of the history, or that was not asked for', () => {
  const list = { posts: [], earlier: from(40) };
  const read = [out(41), buildPost({ id: '301', twitterAccountId: '8' }), buildPost({ id: '302' })];
  const ids = [out(41).id, '301'];
  expect(mergeRead(list, { ids, read, account: '7' }).posts).toEqual([]);
  expect(idsOf(mergeRead(list, { ids, read, account: undefined }))).toEqual(['301']);
  expect(idsOf(mergeRead({ posts: [] }, { ids, read, account: '7' }))).toEqual([out(41).id]);
  // One that the list has stays, however old.
  expect(idsOf(mergeRead({ posts: [out(41)], earlier: from(40) }, { ids, read, account: '7' }))).toEqual([
    out(41).id,
  ]);
});

const week = (
  status: 'Pending' | 'Processing' | 'Posted' | 'Failed',
  createdAt = '2026-11-20T08:00:00.000Z',
) => buildPost({ status, createdAt });

test('DASH-14 pending is Pending plus Processing, total is every post of the current schedule', () => {
  const posts = [week('Pending'), week('Processing'), week('Posted'), week('Failed')];
  expect(capacityOf(posts)).toEqual({ pending: 2, posted: 1, total: 4 });
});

test('DASH-14 posts of an earlier calendar do not count; one written since then does', () => {
  const earlier = week('Posted', '2026-10-20T08:00:00.000Z');
  const own = week('Pending', '2026-11-21T08:00:00.000Z');
  expect(capacityOf([earlier, week('Posted'), week('Pending'), own])).toEqual({
    pending: 2,
    posted: 1,
    total: 3,
  });
  expect(capacityOf([earlier, week('Posted'), week('Posted')])).toEqual({ pending: 0, posted: 2, total: 2 });
  expect(capacityOf([])).toEqual({ pending: 0, posted: 0, total: 0 });
  // The oldest that waits counts, and the words of a post that failed since.
  const later = week('Pending', '2026-11-22T08:00:00.000Z');
  expect(capacityOf([later, week('Failed', '2026-11-21T12:00:00.000Z'), own, week('Posted')], 2)).toEqual({
    pending: 2,
    posted: 2,
    total: 5,
  });
  // One on its way still belongs to the schedule; what went out before the list is counted apart.
  expect(capacityOf([earlier, week('Processing')], 3)).toEqual({ pending: 1, posted: 3, total: 4 });
});

test('DASH-13 the words count what is left, and call nothing a fault that went out', () => {
  const words = (pending: number, posted: number, total: number) => capacityWords({ pending, posted, total });
  expect(words(14, 0, 14)).toBe('14 of 14 to go');
  expect(words(8, 6, 14)).toBe('8 of 14 to go · 6 are out');
  expect(words(8, 1, 9)).toBe('8 of 9 to go · 1 is out');
  expect(words(0, 14, 14)).toBe('All 14 are out');
  expect(words(0, 12, 14)).toBe('12 of 14 are out');
  expect(words(0, 1, 1)).toBe('1 of 1 is out');
  expect(words(0, 1, 2)).toBe('1 of 2 is out');
  expect(words(0, 0, 3)).toBe('0 of 3 are out');
  expect(words(1, 3, 5)).toBe('1 of 5 to go · 3 are out');
  expect(words(0, 0, 0)).toBe('Nothing scheduled');
});
