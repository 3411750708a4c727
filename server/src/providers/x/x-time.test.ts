import { expect, test, vi } from 'vitest';
import { createXTime } from './x-time.ts';

test('a clock of the machine that jumps leaves the estimate of the time at X alone', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T09:00:00Z') });
  const time = createXTime();
  expect(time.now()).toBeUndefined();
  time.learn(new Headers({ date: 'Mon, 23 Nov 2026 09:00:10 GMT' }));
  for (const jump of ['2026-11-23T12:00:00Z', '2026-11-23T06:00:00Z']) {
    vi.setSystemTime(new Date(jump));
    const off = Number(time.now()) - Date.parse('2026-11-23T09:00:10Z');
    expect(Math.floor(off / 60_000)).toBe(0);
  }
  vi.useRealTimers();
});
