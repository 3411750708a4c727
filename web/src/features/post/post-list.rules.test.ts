import { historyCursor } from '@drumbeat/contract/posts/history.rules.ts';
import { DAY_MS } from '@drumbeat/contract/time.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildPost } from '../posts/build-post.fixture.ts';
import { listed } from '../posts/list/past-posts.fixture.ts';
import { mergeList, mergeRead, wholePosts, withHistory } from './post-list.rules.ts';

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

test('at the boundary itself a post is of the schedule: one that is missing there is gone', () => {
  const next = mergeList(
    { posts: [out(38), out(1)], earlier: from(41) },
    { posts: [out(1)], earlier: from(38) },
  );
  expect(idsOf(next)).toEqual([out(1).id]);
  // Of posts of one moment those with a lower number come before.
  const [before, at] = [out(38, { id: '9' }), out(38, { id: '10' })];
  const earlier = historyCursor({ time: Date.parse(at.scheduledTime), id: 10 });
  expect(idsOf(mergeList({ posts: [at, before], earlier: from(41) }, { posts: [], earlier }))).toEqual(['9']);
});

test('without one that became history, the boundary stays where the pages began', () => {
  expect(mergeList({ posts: [], earlier: from(41) }, { posts: [], earlier: from(38) }).earlier).toBe(
    from(41),
  );
  expect(mergeList({ posts: [] }, { posts: [], earlier: from(38) }).earlier).toBe(from(38));
});

test('where a post that was not out is gone from before the boundary, the history starts over', () => {
  const failed = out(60, { status: 'Failed' });
  const next = mergeList({ posts: [failed, out(40)], earlier: from(41) }, { posts: [], earlier: from(38) });
  expect(next).toMatchObject({ posts: [], earlier: from(38) });
});

test('posts that stay are not counted twice', () => {
  const waiting = buildPost({ id: '9', createdAt: '2026-10-01T09:00:00.000Z' });
  const shown = {
    posts: [
      out(40, { createdAt: '2026-10-05T09:00:00.000Z' }),
      out(39, { createdAt: '2026-09-01T09:00:00.000Z' }),
      waiting,
    ],
  };
  const next = mergeList(shown, { posts: [waiting], earlier: from(38), outEarlier: 5 });
  expect(next.posts).toHaveLength(3);
  expect(next.outEarlier).toBe(4);
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
