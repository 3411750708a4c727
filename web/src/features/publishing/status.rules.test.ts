import type { PostStatus } from '@drumbeat/contract/posts.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildPost } from '../posts/build-post.fixture.ts';
import { applyEventToList, applyRetry, syncPosts } from './status.rules.ts';

const event = { id: '1', status: 'Posted', retryCount: 0, tweetUrl: null, errorMessage: null } as const;
const answer = { success: true, status: 'Pending', retryCount: 1, code: null, message: 'Queued' } as const;

test('PUB-02 an event updates the matching post and no other', () => {
  const posts = [buildPost({ id: '1' }), buildPost({ id: '2' })];
  const after = applyEventToList(posts, { ...event, tweetUrl: 'https://x.com/ada/status/9' });
  expect(after.map((post) => post.status)).toEqual(['Posted', 'Pending']);
  expect(after[0]?.tweetUrl).toBe('https://x.com/ada/status/9');
  expect(after[1]).toBe(posts[1]);
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

test('POST-11 a fetched list does not take back what an event has already told', () => {
  const shown = [
    buildPost({ status: 'Processing' }),
    buildPost({ id: '2', status: 'Posted', tweetUrl: 'u' }),
  ];
  const fetched = [buildPost({ status: 'Pending' }), buildPost({ id: '2', status: 'Processing' })];
  const merged = syncPosts(shown, fetched);
  expect(merged.map((post) => post.status)).toEqual(['Processing', 'Posted']);
  expect(merged[1]?.tweetUrl).toBe('u');
});

test('a row that the server wrote since then is news, but Posted is never taken back', () => {
  const later = '2026-11-20T10:00:00.000Z';
  const shown = [buildPost({ status: 'Failed' }), buildPost({ id: '2', status: 'Posted' })];
  const fetched = [buildPost({ updatedAt: later }), buildPost({ id: '2', updatedAt: later })];
  expect(syncPosts(shown, fetched).map((post) => post.status)).toEqual(['Pending', 'Posted']);
});

test('posts that are gone from the server go, new ones come', () => {
  const merged = syncPosts([buildPost({ id: '1' })], [buildPost({ id: '2' })]);
  expect(merged.map((post) => post.id)).toEqual(['2']);
  expect(syncPosts(undefined, [buildPost()])).toHaveLength(1);
});

test('POST-16 POST-17 the answer to a retry replaces the status: Posted, Pending or still Failed', () => {
  const failed = buildPost({ status: 'Failed', errorCode: 'X_UNAVAILABLE', errorMessage: 'Too fast' });
  expect(applyRetry(failed, answer)).toMatchObject({ status: 'Pending', retryCount: 1, errorMessage: null });
  expect(applyRetry(failed, { ...answer, status: 'Posted' }).status).toBe('Posted');
  const refused = {
    ...answer,
    success: false,
    status: 'Failed',
    retryCount: 3,
    code: 'DUPLICATE_TWEET',
  } as const;
  expect(applyRetry(failed, { ...refused, message: 'Same text' })).toMatchObject({
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

test('after a requeue by retry the rank begins anew: a later list with Pending stays Pending', () => {
  const requeued = applyRetry(buildPost({ status: 'Failed' }), answer);
  expect(syncPosts([requeued], [buildPost({ status: 'Pending' })])[0]?.status).toBe('Pending');
});

test('a retry answer that comes after the Posted event does not take it back', () => {
  expect(applyRetry(buildPost({ status: 'Posted' }), answer).status).toBe('Posted');
});

test('an event keeps the link and the reason to wait where it says nothing new of them', () => {
  const held = buildPost({ status: 'Pending', holdReason: 'paused', tweetUrl: 'u' });
  const told = (status: 'Pending' | 'Failed') =>
    applyEventToList([held], { ...event, status, retryCount: 2, errorMessage: 'No' })[0];
  expect(told('Pending')).toMatchObject({ holdReason: 'paused', tweetUrl: 'u', retryCount: 2 });
  expect(told('Failed')).toMatchObject({ holdReason: null, errorMessage: 'No' });
});

test('PUB-02 an event of a lower rank leaves the very same list', () => {
  const posts = [buildPost({ status: 'Posted' })];
  expect(applyEventToList(posts, { ...event, status: 'Failed' })).toBe(posts);
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

test('whatever was told twice or never, a list that is read afterwards shows what the server has', () => {
  const step = fc.record({
    later: fc.nat(3),
    what: fc.constantFrom('event', 'list'),
    times: fc.integer({ min: 1, max: 3 }),
  });
  fc.assert(
    fc.property(life, fc.array(step, { maxLength: 20 }), (states, steps) => {
      let shown = states.slice(0, 1);
      let at = 0;
      for (const { later, what, times } of steps) {
        at = Math.min(states.length - 1, at + later);
        const state = states[at] ?? buildPost();
        for (let time = 0; time < times; time += 1)
          shown =
            what === 'list'
              ? syncPosts(shown, [state])
              : applyEventToList(shown, { ...event, id: state.id, status: state.status });
      }
      const final = states.at(-1) ?? buildPost();
      expect(syncPosts(shown, [final])[0]?.status).toBe(final.status);
    }),
  );
});

test('POST-03 POST-04 a status in capitals is read as usual, and one that nobody knows as pending', () => {
  const odd = (status: string) => buildPost({ status: status as PostStatus });
  const statuses = ['POSTED', 'FAILED', 'Queued', 'Processing'];
  expect(syncPosts(undefined, statuses.map(odd)).map((post) => post.status)).toEqual([
    'Posted',
    'Failed',
    'Pending',
    'Processing',
  ]);
  const after = applyEventToList([buildPost()], { ...event, status: 'POSTED' as PostStatus });
  expect(after[0]?.status).toBe('Posted');
  const posted = [buildPost({ status: 'Posted' })];
  expect(applyEventToList(posted, { ...event, status: 'Queued' as PostStatus })).toBe(posted);
});
