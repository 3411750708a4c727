import { describe, expect, it } from 'vitest';
import { eligibilityOf, type Situation } from './generation.rules.ts';

const DAY = 86_400_000;
const ready: Situation = {
  emailVerified: true,
  account: { username: 'ada', needsReconnect: false, isActive: true },
  subscription: { status: 'active', isInTrial: false },
  trialPostsLeft: null,
  scheduledThisCycle: false,
  generations: { used: 0, limit: 4 },
  cycleEnd: 12 * DAY,
  now: 0,
};

function decide(change: Partial<Situation>) {
  return eligibilityOf({ ...ready, ...change });
}

describe('eligibilityOf', () => {
  it('GEN-15: says yes without a reason', () => {
    expect(decide({})).toEqual({
      canSchedule: true,
      reason: null,
      message: 'You can generate and schedule posts now.',
      daysUntilNextScheduling: 0,
    });
  });

  it('GEN-16: names what is missing, the most basic first', () => {
    const subscription = { status: 'inactive', isInTrial: false } as const;
    expect(decide({ emailVerified: false, account: null, subscription }).reason).toBe('email_not_verified');
    expect(decide({ account: null, subscription }).reason).toBe('twitter_not_connected');
    expect(decide({ subscription }).reason).toBe('inactive_subscription');
  });

  it('GEN-35, GEN-59: a subscription that does not run says what to do, each status in its own words', () => {
    const texts = (['inactive', 'past_due', 'canceled'] as const).map((status) => {
      const verdict = decide({ subscription: { status, isInTrial: false } });
      expect(verdict.reason).toBe('inactive_subscription');
      return verdict.message;
    });
    expect(texts[1]).toContain('billing portal');
    expect(new Set(texts).size).toBe(3);
  });

  it('a subscription that runs out later still generates, and so does a trial', () => {
    expect(decide({ subscription: { status: 'canceling', isInTrial: false } }).canSchedule).toBe(true);
    expect(decide({ subscription: { status: 'inactive', isInTrial: true } }).canSchedule).toBe(true);
  });

  it('an account that cannot be posted to counts as not connected', () => {
    for (const fault of [{ needsReconnect: true }, { isActive: false }]) {
      const verdict = decide({
        account: { username: 'ada', needsReconnect: false, isActive: true, ...fault },
      });
      expect(verdict).toMatchObject({ reason: 'twitter_not_connected' });
      expect(verdict.message).toContain('@ada');
    }
  });

  it('GEN-17, GEN-18: after scheduling, the next cycle has to come', () => {
    const verdict = decide({ scheduledThisCycle: true });
    expect(verdict).toMatchObject({ reason: 'cycle_not_elapsed', daysUntilNextScheduling: 12 });
    expect(verdict.message).toContain('12 days');
  });

  it('GEN-36: in a trial one may generate again until the 14 are used', () => {
    const trial = { subscription: { status: 'active', isInTrial: true }, scheduledThisCycle: true } as const;
    expect(decide({ ...trial, trialPostsLeft: 4 }).canSchedule).toBe(true);
    expect(decide({ ...trial, trialPostsLeft: 0 })).toMatchObject({
      reason: 'generation_limit_reached',
      daysUntilNextScheduling: 12,
    });
  });

  it('GEN-17: the quota of the cycle is a limit', () => {
    expect(decide({ generations: { used: 3, limit: 4 } }).canSchedule).toBe(true);
    expect(decide({ generations: { used: 4, limit: 4 } })).toMatchObject({
      reason: 'generation_limit_reached',
      daysUntilNextScheduling: 12,
    });
  });
});
