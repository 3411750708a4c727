import type { BulkAction } from '@drumbeat/contract/admin/bulk.rules.ts';
import { expect, test } from 'vitest';
import { type BulkStates, type Prediction, postsToRetry, predict, stateText } from './bulk.rules.ts';

const now = new Date('2026-11-22T12:00:00Z');

test('a wait that grows shorter is no change, and one that is over is', () => {
  const state = { isVerified: false, sent: [now] };
  const at = (seconds: number) => {
    const prediction = predict('resend_verification', state, new Date(now.getTime() + seconds * 1000));
    return { ...prediction, text: stateText(state, prediction) };
  };
  expect(at(0)).toMatchObject({
    would: 'refused',
    why: 'An email was just sent. The next can go in 30 seconds.',
  });
  expect(at(20).why).toContain('10 seconds');
  expect(at(20).text).toBe(at(0).text);
  expect(at(31).would).toBe('change');
  expect(at(31).text).not.toBe(at(0).text);
});

test('everything that an action reads of a person is in the text of its plan', () => {
  const pairs: { [A in keyof BulkStates]?: [BulkStates[A], BulkStates[A]] } = {
    grant_generation: [
      { accounts: [{ id: 1, from: null }], lastCycle: null },
      { accounts: [{ id: 1, from: now }], lastCycle: null },
    ],
    reset_generation: [
      { accounts: [{ id: 1, from: null, used: 2 }] },
      { accounts: [{ id: 1, from: now, used: 2 }] },
    ],
    end_sessions: [{ sessionIds: [1] }, { sessionIds: [2] }],
    retry_failed: [
      { isVerified: true, isCanceled: false, posts: [{ id: 1, retryCount: 0, isConnected: true }] },
      { isVerified: true, isCanceled: false, posts: [{ id: 1, retryCount: 1, isConnected: true }] },
    ],
  };
  for (const [action, states] of Object.entries(pairs)) {
    const [one, other] = states.map((state) =>
      stateText(state, predict(action as 'end_sessions', state as BulkStates['end_sessions'], now)),
    );
    expect(one, action).not.toBe(other);
  }
});

test('the posts that can be retried are counted, and so are those that are left', () => {
  const posts = Array.from({ length: 103 }, (_, at) => ({ id: at + 1, retryCount: 0, isConnected: at > 0 }));
  const of = (count: number) =>
    predict('retry_failed', { isVerified: true, isCanceled: false, posts: posts.slice(0, count) }, now);
  expect(of(0)).toMatchObject({ would: 'nothing', why: 'No post has failed.' });
  expect(of(1)).toMatchObject({ would: 'refused' });
  expect(of(2)).toMatchObject({
    before: '1 failed',
    after: '1 queued again',
    why: '1 more is left: not connected, or too many at once.',
  });
  expect(of(103)).toMatchObject({ before: '100 failed', why: expect.stringContaining('3 more are left') });
  expect(postsToRetry({ posts })).toEqual(Array.from({ length: 100 }, (_, at) => at + 2));
});

const failed: BulkStates['retry_failed'] = {
  isVerified: true,
  isCanceled: false,
  posts: [{ id: 1, retryCount: 0, isConnected: true }],
};
test.each<[BulkAction, object | null, Prediction['would'], string]>([
  ['pause_posts', null, 'refused', 'There is no customer with this id.'],
  ['pause_posts', { isCanceled: true, isPaused: false }, 'refused', 'The subscription is canceled.'],
  ['pause_posts', { isCanceled: false, isPaused: true }, 'nothing', 'Already paused.'],
  ['resume_posts', { isCanceled: false, isPaused: false }, 'nothing', 'Already going out.'],
  ['resend_verification', { isVerified: true, sent: [now] }, 'nothing', 'The address is already verified.'],
  ['grant_generation', { accounts: [], lastCycle: null }, 'refused', 'No X account is connected.'],
  ['end_sessions', { sessionIds: [] }, 'nothing', 'Not signed in.'],
  ['retry_failed', { ...failed, isVerified: false }, 'refused', 'The email is not verified.'],
])('%s of %j would be %s: %s', (action, state, would, why) => {
  expect(predict(action, state as never, now)).toEqual({ would, before: null, after: null, why });
});

test.each<[BulkAction, object, string, string]>([
  ['pause_posts', { isCanceled: false, isPaused: false }, 'Going out', 'Paused'],
  ['resend_verification', { isVerified: false, sent: [] }, 'Not verified', 'A new verification email'],
  ['reset_generation', { accounts: [{ id: 1, from: null, used: 3 }] }, '3 used', '0 used'],
  ['end_sessions', { sessionIds: [4, 5] }, '2 sessions', 'Signed out'],
])('%s of %j changes “%s” to “%s”', (action, state, before, after) => {
  expect(predict(action, state as never, now)).toEqual({ would: 'change', before, after, why: null });
});
