import { expect, test } from 'vitest';
import { eventDetails, eventTitle } from './timeline.rules.ts';

test('a change shows before, after and reason', () => {
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

test('other details have names, and empty ones are left out', () => {
  expect(eventDetails({ twitter_account_id: 7, planned: 0, note: '', isPaused: false, error: null })).toBe(
    'twitter account id: 7',
  );
  expect(eventDetails({ kept: { a: 1, b: null }, posts: [1, 2] })).toBe('kept: a: 1 · posts: 1, 2');
  expect(eventDetails({ before: 'free', after: 'pro' })).toBe('before: free · after: pro');
  expect(eventDetails({})).toBe('');
  expect(eventDetails({ before: null, after: { plan: 'pro', seats: 2 } })).toBe('after: plan: pro, seats: 2');
  expect(eventDetails({ before: { plan: 'pro' }, after: {} })).toBe('plan: pro → none');
});

test('only a whole instant is shown as a time', () => {
  const at = '2026-11-22T18:47:30.000Z';
  expect(eventDetails({ from: at, text: `At ${at}`, day: '2026-11-22', local: `${at} there` })).toBe(
    'from: 2026-11-22 18:47 UTC · text: At 2026-11-22T18:47:30.000Z · day: 2026-11-22 · local: 2026-11-22T18:47:30.000Z there',
  );
});

test.each([
  ['auth.signed_in', 'audit', 'Signed in'],
  ['admin.sensitive_shown', 'audit', 'Staff saw sensitive data'],
  ['generation.cycle_cleared', 'audit', 'Generation granted'],
  ['users.left_early', 'audit', 'Left early'],
  ['posts.users.moved', 'audit', 'Posts users moved'],
  ['invoice.paid', 'billing', 'invoice.paid'],
] as const)('the event %s of %s is titled %s', (action, source, title) => {
  expect(eventTitle({ action, source })).toBe(title);
});
