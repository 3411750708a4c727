import type { PostStatus } from '@drumbeat/contract/posts/posts.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildPost } from '../posts/build-post.fixture.ts';
import { applyEventToList, applyRetry, syncPosts } from './status.rules.ts';

const { updatedAt } = buildPost();
const event = {
  id: '1',
  status: 'Posted',
  retryCount: 0,
  tweetUrl: null,
  errorMessage: null,
  updatedAt,
} as const;
const answer = { success: true, status: 'Pending', retryCount: 1, code: null, message: 'Queued' } as const;

test('PUB-02 an event updates the matching post and no other', () => {
  const posts = [buildPost({ id: '1', holdReason: 'paused', retryCount: 1 }), buildPost({ id: '2' })];
  const news = {
    status: 'Failed',
    retryCount: 2,
    tweetUrl: 'https://x.com/ada/status/9',
    errorMessage: 'No.',
    updatedAt: '2026-11-20T09:00:01.000Z',
  } as const;
  const after = applyEventToList(posts, { ...event, ...news });
  expect(after).toEqual([{ ...posts[0], ...news, holdReason: null }, posts[1]]);
  expect(after[1]).toBe(posts[1]);
  // An older word of the same status does not set the clock back.
  const earlier = { ...news, updatedAt: '2026-11-20T08:00:00.000Z', status: 'Posted' } as const;
  expect(applyEventToList(after, { ...event, ...earlier })[0]?.updatedAt).toBe(news.updatedAt);
  expect(applyEventToList(posts, { ...event, id: '77' })).toBe(posts);
});

test('POST-11 the higher-ranked status wins when an event arrives late', () => {
  const posted = [buildPost({ status: 'Posted' })];
  for (const status of ['Pending', 'Processing', 'Failed'] as const) {
    expect(applyEventToList(posted, { ...event, status })[0]?.status).toBe('Posted');
  }
  const processing = [buildPost({ status: 'Processing' })];
  expect(applyEventToList(processing, { ...event, status: 'Pending' })[0]?.status).toBe('Processing');
});

test('POST-17 on a tie the server wins', () => {
  const failed = [buildPost({ status: 'Failed', errorMessage: 'Refused' })];
  const after = applyEventToList(failed, { ...event, status: 'Processing' });
  expect(after[0]).toMatchObject({ status: 'Processing', errorMessage: null });
  expect(applyEventToList(after, { ...event, status: 'Failed', retryCount: 2 })[0]?.status).toBe('Failed');
});

test('PUB-02 an event that arrives after a later state of the post changes nothing', () => {
  const at = (second: number) => `2026-11-20T10:00:0${second}.000Z`;
  const [first, second, third] = [at(1), at(2), at(3)];
  const shown = [buildPost({ status: 'Failed', updatedAt: second })];
  expect(applyEventToList(shown, { ...event, status: 'Processing', updatedAt: first })).toBe(shown);
  const waiting = [buildPost({ status: 'Pending', updatedAt: second })];
  expect(applyEventToList(waiting, { ...event, status: 'Processing', updatedAt: first })).toBe(waiting);
  expect(applyEventToList(waiting, { ...event, status: 'Processing', updatedAt: third })[0]).toMatchObject({
    status: 'Processing',
    updatedAt: third,
  });
  const going = [buildPost({ status: 'Processing', updatedAt: second })];
  expect(applyEventToList(going, { ...event, status: 'Pending', updatedAt: third })[0]?.status).toBe(
    'Pending',
  );
  // X has it: that stays so, whenever it was told.
  expect(applyEventToList(shown, { ...event, updatedAt: first })[0]?.status).toBe('Posted');
});

test('POST-16 POST-17 the answer to a retry replaces the status: Posted, Pending or still Failed', () => {
  const failed = buildPost({ status: 'Failed', errorCode: 'X_UNAVAILABLE', errorMessage: 'Too fast' });
  const queued = { status: 'Pending', retryCount: 1, errorCode: null, errorMessage: null };
  expect(applyRetry(failed, answer)).toEqual({ ...failed, ...queued });
  expect(applyRetry(failed, { ...answer, status: 'Posted' }).status).toBe('Posted');
  const refused = { status: 'Failed', retryCount: 3, code: 'DUPLICATE_TWEET', message: 'Same text' } as const;
  expect(applyRetry(failed, { ...answer, ...refused, success: false })).toMatchObject({
    status: 'Failed',
    retryCount: 3,
    errorCode: 'DUPLICATE_TWEET',
    errorMessage: 'Same text',
  });
});

test('PUB-14 a post that waits because X asks for it has no failure code', () => {
  const failed = buildPost({ status: 'Failed', errorCode: 'X_UNAVAILABLE', errorMessage: 'No luck' });
  const limited = { ...answer, success: false, code: 'RATE_LIMIT', message: 'Wait' } as const;
  expect(applyRetry(failed, limited)).toMatchObject({ status: 'Pending', errorCode: null });
});

test('a row is news only where it was written after the one on screen', () => {
  const shown = [buildPost({ status: 'Failed', tweetUrl: 'old' })];
  expect(syncPosts(shown, [buildPost({ status: 'Pending', tweetUrl: 'new' })])[0]).toMatchObject({
    status: 'Failed',
    tweetUrl: 'new',
  });
  const same = [buildPost({ status: 'Posted' })];
  expect(syncPosts(same, same)[0]).toBe(same[0]);
});

const next = {
  Pending: ['Processing'],
  Processing: ['Posted', 'Failed', 'Pending'],
  Failed: ['Pending'],
  Posted: [],
} as const satisfies Record<PostStatus, readonly PostStatus[]>;

/** A life of a post on the server: one status after another, a second apart. */
const life = fc.array(fc.nat(2), { maxLength: 12 }).map((choices) => {
  const states: PostStatus[] = ['Pending'];
  for (const choice of choices) {
    const ways: readonly PostStatus[] = next[states.at(-1) ?? 'Pending'];
    const way = ways[choice % Math.max(1, ways.length)];
    if (way) states.push(way);
  }
  return states.map((status, second) =>
    buildPost({ status, updatedAt: new Date(Date.UTC(2026, 10, 20) + second * 1000).toISOString() }),
  );
});

test('whatever came twice, late or never, a list that is read afterwards shows what the server has', () => {
  const step = fc.record({
    at: fc.nat(12),
    what: fc.constantFrom('event', 'list'),
    times: fc.integer({ min: 1, max: 3 }),
  });
  fc.assert(
    fc.property(life, fc.array(step, { maxLength: 20 }), (states, steps) => {
      let shown = states.slice(0, 1);
      for (const { at, what, times } of steps) {
        const state = states[at % states.length] ?? buildPost();
        for (let time = 0; time < times; time += 1)
          shown =
            what === 'list'
              ? syncPosts(shown, [state])
              : applyEventToList(shown, { ...event, status: state.status, updatedAt: state.updatedAt });
      }
      const final = states.at(-1) ?? buildPost();
      expect(syncPosts(shown, [final])[0]?.status).toBe(final.status);
    }),
  );
});

test('POST-03 POST-04 a status in capitals is read as usual, and an unknown one as pending', () => {
  const odd = (status: string) => buildPost({ status: status as PostStatus });
  const statuses = ['POSTED', 'FAILED', 'Queued', 'Processing'];
  const read = syncPosts(undefined, statuses.map(odd)).map((post) => post.status);
  expect(read).toEqual(['Posted', 'Failed', 'Pending', 'Processing']);
  const after = applyEventToList([buildPost()], { ...event, status: 'POSTED' as PostStatus });
  expect(after[0]?.status).toBe('Posted');
  const posted = [buildPost({ status: 'Posted' })];
  expect(applyEventToList(posted, { ...event, status: 'Queued' as PostStatus })).toBe(posted);
});
