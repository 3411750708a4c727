import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eligibilityOf, prerequisiteObstacles, type Situation } from './generation.rules.ts';
import { type Eligibility, eligibilityReason } from './generation.ts';

const account = { username: 'ada', niche: 'Gaming', needsReconnect: false, isActive: true };
const ready: Situation = {
  emailVerified: true,
  connected: true,
  account,
  subscription: { status: 'active', isInTrial: false },
  trialPostsLeft: null,
  scheduledThisCycle: false,
  generations: { used: 0, limit: 4 },
  hasFreeTime: true,
  daysUntilNextCycle: 12,
};
const decide = (change: Partial<Situation>): Eligibility => eligibilityOf({ ...ready, ...change });

const situations: fc.Arbitrary<Situation> = fc.record({
  emailVerified: fc.boolean(),
  connected: fc.boolean(),
  account: fc.option(
    fc.record({
      username: fc.constant('ada'),
      niche: fc.constantFrom(null, '', 'Gaming'),
      needsReconnect: fc.boolean(),
      isActive: fc.boolean(),
    }),
  ),
  subscription: fc.record({
    status: fc.constantFrom('active', 'canceling', 'inactive', 'past_due', 'canceled'),
    isInTrial: fc.boolean(),
  }),
  trialPostsLeft: fc.constantFrom(null, 0, 4),
  scheduledThisCycle: fc.boolean(),
  generations: fc.record({ used: fc.nat(5), limit: fc.nat(5) }),
  hasFreeTime: fc.boolean(),
  daysUntilNextCycle: fc.integer({ min: 1, max: 31 }),
});

test('GEN-15 a yes has no reason', () => {
  expect(decide({})).toEqual({
    canSchedule: true,
    reason: null,
    message: 'You can generate and schedule posts now.',
    daysUntilNextScheduling: 0,
  });
});

test('GEN-29 GEN-30 GEN-31 a yes means that nothing is missing, whatever the situation', () => {
  fc.assert(
    fc.property(situations, (one) => {
      const { status, isInTrial } = one.subscription;
      const runs = status === 'active' || status === 'canceling' || (status === 'inactive' && isInTrial);
      const usable = one.connected && one.account?.isActive === true && !one.account.needsReconnect;
      const hasRoom = one.trialPostsLeft !== 0 && one.generations.used < one.generations.limit;
      const isOpen = (isInTrial || !one.scheduledThisCycle) && one.hasFreeTime;
      const niche = Boolean(one.account?.niche);
      const expected = one.emailVerified && usable && runs && niche && hasRoom && isOpen;
      expect(eligibilityOf(one).canSchedule).toBe(expected);
    }),
    { numRuns: 2_000 },
  );
});

test('GEN-16 GEN-17 a no has a listed reason, words, and days where waiting helps', () => {
  fc.assert(
    fc.property(situations, (one) => {
      const { canSchedule, reason, message, daysUntilNextScheduling: days } = eligibilityOf(one);
      if (canSchedule) return;
      expect(eligibilityReason.options).toContain(reason);
      expect(message).not.toBe('');
      const waiting = reason === 'cycle_not_elapsed' || reason === 'generation_limit_reached';
      expect(days).toBe(waiting ? one.daysUntilNextCycle : 0);
      if (waiting) expect(message).toContain(days === 1 ? 'in 1 day' : `in ${days} days`);
    }),
  );
});

test('GEN-16 what is missing is named, the most basic first', () => {
  const subscription = { status: 'inactive', isInTrial: false } as const;
  const nothing = { emailVerified: false, connected: false, account: null, subscription };
  expect(prerequisiteObstacles({ ...ready, ...nothing })).toEqual([
    'email_not_verified',
    'not_connected',
    'inactive',
  ]);
  expect(decide(nothing).reason).toBe('email_not_verified');
  expect(decide({ ...nothing, emailVerified: true }).reason).toBe('twitter_not_connected');
  expect(decide({ subscription }).reason).toBe('inactive_subscription');
});

test('GEN-30 GEN-35 GEN-59 each status without a running plan says what to do in its own words', () => {
  const texts = (['inactive', 'past_due', 'canceled'] as const).map((status) => {
    const verdict = decide({ subscription: { status, isInTrial: false } });
    expect(verdict.reason).toBe('inactive_subscription');
    return verdict.message;
  });
  expect(texts[1]).toContain('billing portal');
  expect(new Set(texts).size).toBe(3);
});
