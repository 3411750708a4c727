import { passwordLacks } from '@drumbeat/contract/auth/auth.rules.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkChange } from './change-password.rules.ts';

const [old, fresh] = ['Old-pass-1', 'New-pass-2'];
const EMPTY = 'Please fill in all fields.';
const WEAK =
  'New password must be 8 to 128 characters with uppercase, lowercase, number and special character.';
const DIFFERENT = 'New passwords do not match.';
const SAME = 'New password must be different from current password.';

test.each([
  [{ current: '', fresh: 'weak', again: 'other' }, 'current', EMPTY],
  [{ current: old, fresh: '', again: fresh }, 'fresh', EMPTY],
  [{ current: old, fresh, again: '' }, 'again', EMPTY],
  [{ current: old, fresh: 'weak', again: fresh }, 'fresh', WEAK],
  [{ current: fresh, fresh, again: 'New-pass-3' }, 'again', DIFFERENT],
  [{ current: fresh, fresh, again: fresh }, 'fresh', SAME],
] as const)('SET-09 SET-11 SET-12 the first fault of %o is in the field %s', (form, field, message) => {
  expect(checkChange(form)).toEqual({ field, message });
});

const newPasswords = [
  ['Sh0rt-x', WEAK],
  ['correct-horse-8', WEAK],
  ['CORRECT-HORSE-8', WEAK],
  ['Correct-horse', WEAK],
  ['Correcthorse8', WEAK],
  [`Aa7-${'x'.repeat(125)}`, WEAK],
  [`Aa7-${'x'.repeat(124)}`, undefined],
] as const;
test.each(newPasswords)(
  'SET-10 SET-13 the new password %s needs 8 to 128 characters of four kinds',
  (password, message) => {
    expect(checkChange({ current: 'x', fresh: password, again: password })?.message).toBe(message);
  },
);

test('an accepted new password is strong, repeated exactly and new', () => {
  const some = fc.oneof(fc.string(), fc.constantFrom(old, fresh));
  fc.assert(
    fc.property(some, some, some, (current, wanted, again) => {
      if (checkChange({ current, fresh: wanted, again }) !== null) return;
      expect(passwordLacks(wanted)).toEqual([]);
      expect(wanted).toBe(again);
      expect(wanted).not.toBe(current);
    }),
  );
});
