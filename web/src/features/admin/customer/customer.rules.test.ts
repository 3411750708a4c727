import type { CallName } from '@drumbeat/contract/calls.ts';
import { expect, test } from 'vitest';
import { keyOf, queryClient } from '../../../api/query.ts';
import {
  asksForMessage,
  bodyOf,
  emptyLetter,
  eventDetails,
  eventTitle,
  statusWords,
} from './customer.rules.ts';
import { refreshCustomer } from './customer-calls.ts';

test('a subscription status is named, and a trial as one', () => {
  const of = (
    subscription_status: Parameters<typeof statusWords>[0]['subscription_status'],
    in_trial = false,
  ) => statusWords({ subscription_status, in_trial });
  expect(
    (['active', 'inactive', 'canceling', 'canceled', 'past_due'] as const).map((status) => of(status)),
  ).toEqual(['Active', 'Inactive', 'Canceling', 'Canceled', 'Past due']);
  expect([of('active', true), of('canceling', true)]).toEqual(['Trial', 'Trial, canceling']);
});

const letter = { ...emptyLetter, title: 'Hello', text: 'We are here.', subject: 'Mine', html: '<p>Mine</p>' };

test('a support message has a title and a text', () => {
  expect(asksForMessage(letter)).toBe(true);
  expect(bodyOf({ ...letter, variables: 'no JSON' })).toEqual({
    templateKey: 'support_message',
    useTemplateContent: true,
    variables: { title: 'Hello', text: 'We are here.' },
  });
});

test('an own text has subject, HTML and variables, which must be a JSON object', () => {
  const own = { ...letter, useTemplateContent: false };
  expect(asksForMessage(own)).toBe(false);
  const body = {
    templateKey: 'support_message',
    useTemplateContent: false,
    subject: 'Mine',
    html: '<p>Mine</p>',
  };
  expect(bodyOf({ ...own, variables: '{"a": 1}' })).toEqual({ ...body, variables: { a: 1 } });
  expect(bodyOf({ ...own, variables: ' ' })).toEqual({ ...body, variables: {} });
  for (const variables of ['{', '[]', 'null', '1']) expect(bodyOf({ ...own, variables })).toBeUndefined();
});

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

test.each([
  ['auth.signed_in', 'audit', 'Signed in'],
  ['admin.sensitive_shown', 'audit', 'Staff saw sensitive data'],
  ['posts.users.moved', 'audit', 'Posts users moved'],
  ['invoice.paid', 'billing', 'invoice.paid'],
] as const)('the event %s of %s is titled %s', (action, source, title) => {
  expect(eventTitle({ action, source })).toBe(title);
});

test('after a change every call of the customer page is read again, and no other', async () => {
  const shown: CallName[] = [
    'GET /api/admin/users/:id/overview',
    'GET /api/admin/users/:id/timeline',
    'GET /api/admin/users/:id/twitter-accounts',
    'GET /api/admin/users/:id/billing',
    'GET /api/admin/users/:id/costs',
    'GET /api/admin/users/:id/posts',
    'GET /api/admin/users/:id/emails',
    'GET /api/admin/users/:id/sessions',
  ];
  const others: CallName[] = ['GET /api/admin/me/roles', 'GET /api/user'];
  for (const name of [...shown, ...others]) queryClient.setQueryData<unknown>(keyOf(name), {});
  await refreshCustomer();
  const isStale = (name: CallName) => queryClient.getQueryState(keyOf(name))?.isInvalidated;
  expect(shown.filter((name) => !isStale(name))).toEqual([]);
  expect(others.filter(isStale)).toEqual([]);
});
