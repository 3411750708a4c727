import type { BulkAction } from '@drumbeat/contract/admin/bulk.rules.ts';
import { expect, test } from 'vitest';
import { type BulkStates, type Prediction, postsToRetry, predict, stateText } from './bulk.rules.ts';

const now = new Date('2026-11-22T12:00:00Z');
const before = (seconds: number) => new Date(now.getTime() - seconds * 1000);

test('a wait that grows shorter is no change, and one that is over is', () => {
  const state = { isVerified: false, sent: [before(0)] };
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
  const five = { ...state, sent: [60, 120, 180, 240, 300].map(before) };
  const hour = (seconds: number) =>
    predict(
      'resend_verification',
      { isVerified: false, sent: [0, 1, 2, 3, 4].map((n) => before(seconds - n)) },
      now,
    ).why;
  expect(predict('resend_verification', five, now).why).toContain('55 minutes');
  expect([hour(3_510), hour(3_509)]).toEqual([
    'An email was just sent. The next can go in 90 seconds.',
    'An email was just sent. The next can go in 2 minutes.',
  ]);
});

test('whatever an action reads of a person is in the text that a plan is made of', () => {
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

test('the posts that can be retried are counted, and those that are left are told', () => {
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

test('sessions and generations are counted', () => {
  const sessions = (...sessionIds: number[]) => predict('end_sessions', { sessionIds }, now).before;
  expect([sessions(1), sessions(1, 2), sessions()]).toEqual(['1 session', '2 sessions', null]);
  const accounts = [1, 2].map((id) => ({ id, from: null, used: id }));
  expect(predict('reset_generation', { accounts }, now)).toMatchObject({ before: '3 used', after: '0 used' });
  expect(predict('grant_generation', { accounts, lastCycle: null }, now).before).toBe('No calendar yet');
  expect(predict('pause_posts', null, now)).toMatchObject({ would: 'refused' });
});

test.each<[BulkAction, object | null, Prediction['would'], string | null, string | null]>([
  ['pause_posts', null, 'refused', null, 'There is no customer with this id.'],
  ['pause_posts', { isCanceled: true, isPaused: false }, 'refused', null, 'The subscription is canceled.'],
  ['pause_posts', { isCanceled: false, isPaused: true }, 'nothing', null, 'Already paused.'],
  ['pause_posts', { isCanceled: false, isPaused: false }, 'change', 'Going out → Paused', null],
  ['resume_posts', { isCanceled: true, isPaused: true }, 'refused', null, 'The subscription is canceled.'],
  ['resume_posts', { isCanceled: false, isPaused: false }, 'nothing', null, 'Already going out.'],
  ['resume_posts', { isCanceled: false, isPaused: true }, 'change', 'Paused → Going out', null],
  [
    'resend_verification',
    { isVerified: true, sent: [now] },
    'nothing',
    null,
    'The address is already verified.',
  ],
  [
    'resend_verification',
    { isVerified: false, sent: [] },
    'change',
    'Not verified → A new verification email',
    null,
  ],
  ['grant_generation', { accounts: [], lastCycle: null }, 'refused', null, 'No X account is connected.'],
  [
    'grant_generation',
    { accounts: [{ id: 1, from: null }], lastCycle: now },
    'change',
    'Last calendar 22 Nov 2026 → A calendar can be made now',
    null,
  ],
  ['reset_generation', { accounts: [] }, 'refused', null, 'No X account is connected.'],
  ['end_sessions', { sessionIds: [] }, 'nothing', null, 'Not signed in.'],
  ['end_sessions', { sessionIds: [4] }, 'change', '1 session → Signed out', null],
  ['retry_failed', failed({ isVerified: false }), 'refused', null, 'The email is not verified.'],
  ['retry_failed', failed({ isCanceled: true }), 'refused', null, 'The subscription is canceled.'],
  [
    'retry_failed',
    failed({ posts: [{ id: 1, retryCount: 0, isConnected: false }] }),
    'refused',
    null,
    'The X account of the failed posts is not connected.',
  ],
  ['retry_failed', failed({}), 'change', '1 failed → 1 queued again', null],
])('%s of %j: %s', (action, state, would, changes, why) => {
  const said = predict(action, state as never, now);
  const arrow = said.before === null ? null : `${said.before} → ${said.after}`;
  expect([said.would, arrow, said.why]).toEqual([would, changes, why]);
});

function failed(given: Partial<BulkStates['retry_failed']>): BulkStates['retry_failed'] {
  const posts = [{ id: 1, retryCount: 0, isConnected: true }];
  return { isVerified: true, isCanceled: false, posts, ...given };
}
