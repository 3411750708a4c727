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
  // A state that came from nothing is no comparison, and an empty one says so.
  expect(eventDetails({ before: null, after: { plan: 'pro', seats: 2 } })).toBe('after: plan: pro, seats: 2');
  expect(eventDetails({ before: { plan: 'pro' }, after: {} })).toBe('plan: pro → none');
  expect(eventDetails({ before: { note: '', tags: {} }, after: { note: 'x', tags: { a: 1 } } })).toBe(
    'note: none → x · tags: none → a: 1',
  );
  expect(eventDetails({ before: { a: [] }, after: null })).toBe('before: a: none');
  expect(eventDetails({ before: { a: null }, after: null })).toBe('before: none');
});

test('only a whole instant is told as a time', () => {
  const at = '2026-11-22T18:47:30.000Z';
  expect(eventDetails({ from: at, text: `At ${at}`, day: '2026-11-22', local: `${at} there` })).toBe(
    'from: 2026-11-22 18:47 UTC · text: At 2026-11-22T18:47:30.000Z · day: 2026-11-22 · local: 2026-11-22T18:47:30.000Z there',
  );
});

test('what happened is told in words, and at Stripe in its own', () => {
  const titles = {
    'admin.view_started': 'Staff started a view',
    'admin.view_ended': 'The view ended',
    'admin.sensitive_shown': 'Staff saw sensitive data',
    'auth.signed_in': 'Signed in',
    'auth.signed_up': 'Signed up',
    'auth.sign_in_failed': 'Sign-in failed',
    'auth.two_factor_reset': 'Two-factor was reset',
    'auth.verification_resent': 'Verification email sent again',
    'users.role_set': 'Roles changed',
    'users.role_granted': 'Role granted',
    'posts.paused_by_staff': 'Posts paused',
    'posts.resumed_by_staff': 'Posts resumed',
    'posts.deleted_by_staff': 'Post deleted',
    'publishing.retried_by_staff': 'Post retried',
    'generation.cycle_cleared': 'Generation granted',
    'generation.count_reset': 'Generations reset',
    'accounts.niche_changes_reset': 'Niche changes reset',
    'billing.portal_opened': 'Billing portal opened',
    'billing.previous_restored': 'Previous billing restored',
    'emails.sent_by_staff': 'Email written',
  };
  for (const [action, title] of Object.entries(titles))
    expect(eventTitle({ action, source: 'audit' }), action).toBe(title);
  expect(eventTitle({ action: 'users.left_early', source: 'audit' })).toBe('Left early');
  expect(eventTitle({ action: 'posts.users.moved', source: 'audit' })).toBe('Posts users moved');
  expect(eventTitle({ action: 'invoice.paid', source: 'billing' })).toBe('invoice.paid');
});
