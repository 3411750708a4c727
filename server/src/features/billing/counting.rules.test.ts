import { expect, test } from 'vitest';
import { type Counted, figuresOfChange, figuresOfMovement, phaseOf } from './counting.rules.ts';

const trial: Counted = { phase: 'trial', tier: 'pro' };
const paying: Counted = { phase: 'paying', tier: 'pro' };
const free: Counted = { phase: 'free', tier: 'free' };
const lines = (before: Counted, after: Counted) =>
  figuresOfChange(before, after, '2026-11').map(
    ({ name, label, amount }) => `${name} ${label ?? ''} ${amount}`,
  );

test('a running subscription is a trial, is paid for, or is free', () => {
  expect(phaseOf('active', 'trialing', 700)).toBe('trial');
  expect(phaseOf('active', 'active', 700)).toBe('paying');
  expect(phaseOf('past_due', 'past_due', 700)).toBe('paying');
  expect(phaseOf('canceling', 'active', 0)).toBe('free');
  expect(phaseOf('active', 'active', undefined)).toBe('paying');
  expect(phaseOf('canceled', 'canceled', 700)).toBeNull();
  expect(phaseOf('inactive', 'incomplete', 700)).toBeNull();
});

test('each step of a subscription counts once, under the month of the sign-up', () => {
  expect(lines(null, trial)).toEqual([
    'subscribers.active pro 1',
    'subscribers.in_trial  1',
    'trials.started 2026-11 1',
  ]);
  expect(lines(trial, paying)).toEqual([
    'subscribers.active pro -1',
    'subscribers.active pro 1',
    'subscribers.in_trial  -1',
    'trials.converted 2026-11 1',
    'subscriptions.started 2026-11 1',
  ]);
  expect(lines(trial, null)).toEqual([
    'subscribers.active pro -1',
    'subscribers.in_trial  -1',
    'trials.lapsed 2026-11 1',
  ]);
  expect(lines(trial, free)).toContain('trials.lapsed 2026-11 1');
  expect(lines(null, paying)).toEqual(['subscribers.active pro 1', 'subscriptions.started 2026-11 1']);
  expect(lines(paying, null)).toEqual(['subscribers.active pro -1', 'subscriptions.ended 2026-11 1']);
  expect(lines(paying, free)).toContain('subscriptions.ended 2026-11 1');
  expect(lines(null, free)).toEqual(['subscribers.active free 1']);
});

test('a change of tier moves a subscriber, and no change is none', () => {
  expect(lines(paying, { phase: 'paying', tier: 'standard' })).toEqual([
    'subscribers.active pro -1',
    'subscribers.active standard 1',
  ]);
  for (const same of [null, trial, paying, free]) expect(lines(same, same && { ...same })).toEqual([]);
});

const movement = { id: 'ch_1', amount: 700, currency: 'USD', at: new Date() };
const money = (
  kind: 'charged' | 'refunded' | 'disputed' | 'dispute_won' | 'dispute_lost',
  was?: typeof kind,
) => figuresOfMovement({ ...movement, kind }, was, 'pro').map(({ label, amount }) => [label, amount]);

test('money that comes is revenue, money that goes back counts against it, and a dispute that is won counts nothing', () => {
  expect(money('charged')).toEqual([
    ['usd', 700],
    ['usd:pro', 700],
    ['usd', 1],
  ]);
  expect(money('refunded')[0]).toEqual(['usd', -700]);
  expect(money('disputed')[0]).toEqual(['usd', -700]);
  expect(money('dispute_won', 'disputed')[0]).toEqual(['usd', 700]);
  expect(money('dispute_lost', 'disputed')[0]?.[1]).toBe(0);
  expect(money('refunded')[2]?.[1]).toBe(0);
});
