import { passwordLacks } from '@drumbeat/contract/auth/auth.rules.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkChange } from './change-password.rules.ts';

const GOOD = 'Correct-horse-8';
const weak =
  'New password must be 8 to 128 characters with uppercase, lowercase, number and special character.';

test('SET-09 all three fields are needed, and the first empty one is gone back to', () => {
  const message = 'Please fill in all fields.';
  expect(checkChange({ current: '', fresh: '', again: '' })).toEqual({ field: 'current', message });
  expect(checkChange({ current: 'x', fresh: '', again: '' })).toEqual({ field: 'fresh', message });
  expect(checkChange({ current: 'x', fresh: GOOD, again: '' })).toEqual({ field: 'again', message });
});

test('SET-10 SET-13 the new password is 8 to 128 characters with all four kinds', () => {
  for (const fresh of [
    'Sh0rt-x',
    'correct-horse-8',
    'CORRECT-HORSE-8',
    'Correct-horse',
    'Correcthorse8',
    `${GOOD}${'x'.repeat(114)}`,
  ])
    expect(checkChange({ current: 'x', fresh, again: fresh })).toEqual({ field: 'fresh', message: weak });
  for (const fresh of [GOOD, `${GOOD}${'x'.repeat(113)}`])
    expect(checkChange({ current: 'x', fresh, again: fresh })).toBeNull();
});

test('SET-11 a confirmation that differs is said', () => {
  const message = 'New passwords do not match.';
  expect(checkChange({ current: 'x', fresh: GOOD, again: `${GOOD}x` })).toEqual({ field: 'again', message });
});

test('SET-12 the current password is no new one', () => {
  const message = 'New password must be different from current password.';
  expect(checkChange({ current: GOOD, fresh: GOOD, again: GOOD })).toEqual({ field: 'fresh', message });
});

test('what is let through is strong, typed twice alike, and new', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), (current, fresh, again) => {
      if (checkChange({ current, fresh, again }) !== null) return;
      expect(passwordLacks(fresh)).toEqual([]);
      expect(fresh).toBe(again);
      expect(fresh).not.toBe(current);
    }),
  );
});
