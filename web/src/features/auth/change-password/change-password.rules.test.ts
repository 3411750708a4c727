import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkChange } from './change-password.rules.ts';

const old = 'Old-pass-1';
const fresh = 'New-pass-2';
const right = { current: old, fresh, again: fresh };

test('a change that is in order is let through', () => {
  expect(checkChange(right)).toBeNull();
});

test('the first empty field is named', () => {
  const message = 'Please fill in all fields.';
  expect(checkChange({ current: '', fresh: '', again: '' })).toEqual({ field: 'current', message });
  expect(checkChange({ ...right, fresh: '', again: '' })).toEqual({ field: 'fresh', message });
  expect(checkChange({ ...right, again: '' })).toEqual({ field: 'again', message });
});

test('a weak, a mistyped and an unchanged password lead back to their field', () => {
  expect(checkChange({ current: old, fresh: 'new', again: 'neu' })).toEqual({
    field: 'fresh',
    message:
      'New password must be 8 to 128 characters with uppercase, lowercase, number and special character.',
  });
  expect(checkChange({ ...right, again: 'New-pass-3' })).toEqual({
    field: 'again',
    message: 'New passwords do not match.',
  });
  expect(checkChange({ current: fresh, fresh, again: fresh })).toEqual({
    field: 'fresh',
    message: 'New password must be different from current password.',
  });
});

test('what is let through is typed twice alike and differs from the old one', () => {
  const some = fc.constantFrom('', 'weak', old, fresh, 'New-pass-3');
  fc.assert(
    fc.property(some, some, some, (current, wanted, again) => {
      if (checkChange({ current, fresh: wanted, again }) !== null) return;
      expect([current, again]).toEqual([expect.stringMatching(/./), wanted]);
      expect(wanted).not.toBe(current);
    }),
  );
});
