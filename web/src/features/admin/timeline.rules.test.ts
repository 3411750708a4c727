import { expect, test } from 'vitest';
import { eventDetails, eventTitle } from './timeline.rules.ts';

test('a change is told as before and after, ahead of its reason, in words', () => {
  const details = {
    reason: 'They asked',
    before: { postsPaused: false, roles: [], niche: 'Coffee', since: null },
    after: {
      postsPaused: true,
      roles: ['tester', 'ops'],
      niche: 'Coffee',
      since: '2026-11-22T18:47:30.000Z',
    },
  };
  expect(eventDetails(details)).toBe(
    'posts paused: no → yes · roles: none → tester, ops · since: none → 2026-11-22 18:47 UTC · reason: They asked',
  );
});

test('other details are told by name; what is empty is left out', () => {
  expect(eventDetails({ twitter_account_id: 7, planned: 0, note: '', isPaused: false, error: null })).toBe(
    'twitter account id: 7',
  );
  expect(eventDetails({ kept: { a: 1, b: null }, posts: [1, 2] })).toBe('kept: a: 1 · posts: 1, 2');
  expect(eventDetails({ before: 'free', after: 'pro' })).toBe('before: free · after: pro');
  expect(eventDetails({})).toBe('');
});

test('what happened is told in words, and at Stripe in its own', () => {
  expect(eventTitle({ action: 'admin.view_started', source: 'audit' })).toBe('Staff started a view');
  expect(eventTitle({ action: 'users.left_early', source: 'audit' })).toBe('Left early');
  expect(eventTitle({ action: 'invoice.paid', source: 'billing' })).toBe('invoice.paid');
});
