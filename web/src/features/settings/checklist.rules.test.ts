import { expect, test } from 'vitest';
import { buildTrialUser } from '../../testing/build-user.fixture.ts';
import { buildAccount } from '../accounts/build-account.fixture.ts';
import { checklistOf } from './settings.rules.ts';

const done = (...args: Parameters<typeof checklistOf>) =>
  checklistOf(...args)
    .filter((each) => each.done)
    .map(({ step }) => step);

test('SET-15 a trial has five steps', () => {
  const fresh = buildTrialUser({ emailVerifiedAt: null, niche: '', activeProduct: null });
  expect(checklistOf(fresh, []).map(({ step }) => step)).toEqual([
    'verify',
    'connect',
    'niche',
    'schedule',
    'plan',
  ]);
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
