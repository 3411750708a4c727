import { expect, test } from 'vitest';
import * as limits from './rate-limits.ts';

const perMinute = ({ points, seconds }: { points: number; seconds: number }) => (points * 60) / seconds;

test('guesses of a password or a code are few: less than one a minute for each thing that is guessed', () => {
  const { failedSignIns, missesOfAccount, wrongCodes, wrongConfirmations } = limits;
  for (const limit of [failedSignIns, wrongCodes, wrongConfirmations])
    expect(perMinute(limit), limit.name).toBeLessThan(1);
  expect(perMinute(missesOfAccount)).toBeLessThan(2);
});

test('each limit counts under a name of its own', () => {
  const names = Object.values(limits).map(({ name }) => name);
  expect(names.length).toBeGreaterThan(15);
  expect(new Set(names).size).toBe(names.length);
});
