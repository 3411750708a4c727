import { expect, test } from 'vitest';
import { buildTrialUser } from '../../testing/build-user.fixture.ts';
import { buildAccount } from '../accounts/build-account.fixture.ts';
import { changesLeftText, checklistOf, maySaveNiche, seesSuggestions } from './settings.rules.ts';

test('NICHE-20 NICHE-24 the settings say how many niche changes remain until when', () => {
  expect(changesLeftText(3, null)).toBe('3 niche changes left in this billing cycle.');
  expect(changesLeftText(2, 'Sat 28 Mar')).toBe('2 niche changes left until Sat 28 Mar.');
  expect(changesLeftText(1, 'Sat 28 Mar')).toBe('1 niche change left until Sat 28 Mar.');
  expect(changesLeftText(0, 'Sat 28 Mar')).toBe('Niche change limit reached until Sat 28 Mar.');
  expect(changesLeftText(0, null)).toBe('Niche change limit reached.');
  expect(changesLeftText(null, null)).toBeUndefined();
});

test('NICHE-14 NICHE-16 NICHE-17 saving needs another niche, a running plan and a change left', () => {
  const user = { niche: 'Gaming', nicheUpdateRemaining: 1, subscriptionStatus: 'active' } as const;
  expect(maySaveNiche(user, 'Travel')).toBe(true);
  expect(maySaveNiche({ ...user, nicheUpdateRemaining: null }, 'Travel')).toBe(true);
  expect(maySaveNiche(user, 'Gaming')).toBe(false);
  expect(maySaveNiche({ ...user, nicheUpdateRemaining: 0 }, 'Travel')).toBe(false);
  expect(maySaveNiche({ ...user, subscriptionStatus: 'canceled' }, 'Travel')).toBe(false);
});

test('NICHE-13 niches are suggested without an active subscription, and to an admin', () => {
  expect(seesSuggestions({ subscriptionStatus: 'active', roles: [] })).toBe(false);
  expect(seesSuggestions({ subscriptionStatus: 'active', roles: ['support'] })).toBe(false);
  expect(seesSuggestions({ subscriptionStatus: 'active', roles: ['admin'] })).toBe(true);
  expect(seesSuggestions({ subscriptionStatus: 'canceled', roles: [] })).toBe(true);
  expect(seesSuggestions({ subscriptionStatus: 'past_due', roles: [] })).toBe(true);
});

const done = (...args: Parameters<typeof checklistOf>) =>
  checklistOf(...args)
    .filter((each) => each.done)
    .map(({ step }) => step);

test('SET-15 a trial has five steps', () => {
  const fresh = buildTrialUser({ emailVerifiedAt: null, niche: '', activeProduct: null });
  const steps = checklistOf(fresh, []).map(({ step }) => step);
  expect(steps).toEqual(['verify', 'connect', 'niche', 'schedule', 'plan']);
  expect(done(fresh, [])).toEqual([]);
});

test('SET-15 each step is done by its own condition', () => {
  const fresh = { emailVerifiedAt: null, niche: '', activeProduct: null, hasPaymentMethod: false };
  expect(done(buildTrialUser({ ...fresh, emailVerifiedAt: '2026-01-01T00:00:00.000Z' }), [])).toEqual([
    'verify',
  ]);
  expect(done(buildTrialUser(fresh), [buildAccount()])).toEqual(['connect']);
  expect(done(buildTrialUser({ ...fresh, niche: 'Coffee' }), [])).toEqual(['niche']);
  expect(done(buildTrialUser({ ...fresh, lastSchedulingCycle: '2026-01-01T00:00:00.000Z' }), [])).toEqual([
    'schedule',
  ]);
  const product = { id: 'p', name: 'Pro' };
  expect(done(buildTrialUser({ ...fresh, activeProduct: product }), [])).toEqual([]);
  // A payment method alone is not a plan.
  expect(done(buildTrialUser({ ...fresh, hasPaymentMethod: true }), [])).toEqual([]);
  expect(done(buildTrialUser({ ...fresh, activeProduct: product, hasPaymentMethod: true }), [])).toEqual([
    'plan',
  ]);
});
