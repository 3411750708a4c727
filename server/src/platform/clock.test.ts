import { expect, test, vi } from 'vitest';
import { clockOffBy, systemClock } from './clock.ts';

test('the clock of the system tells the time, and a clock that is wrong is off by what it was given', () => {
  vi.useFakeTimers({ now: new Date('2026-11-23T09:00:00Z') });
  expect(systemClock.now()).toEqual(new Date('2026-11-23T09:00:00Z'));
  expect(clockOffBy(-2_500).now()).toEqual(new Date('2026-11-23T08:59:57.500Z'));
  expect(clockOffBy(0)).toBe(systemClock);
  // Durations are those of a right clock.
  expect(clockOffBy(60_000).monotonic()).toBe(performance.now());
  const run = vi.fn();
  const cancel = systemClock.after(1_000, run);
  systemClock.after(500, run);
  vi.advanceTimersByTime(999);
  expect(run).toHaveBeenCalledTimes(1);
  cancel();
  vi.advanceTimersByTime(1_000);
  expect(run).toHaveBeenCalledTimes(1);
  vi.useRealTimers();
});
