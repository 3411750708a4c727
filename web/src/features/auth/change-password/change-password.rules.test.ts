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

test('what is wrong with the new password comes before how it is repeated, and that before the old one', () => {
  const weak =
    'New password must be 8 to 128 characters with uppercase, lowercase, number and special character.';
  const different = 'New passwords do not match.';
  for (const [form, field, message] of [
    [{ current: old, fresh: 'weak', again: fresh }, 'fresh', weak],
    [{ current: 'weak', fresh: 'weak', again: 'weak' }, 'fresh', weak],
    [{ current: old, fresh, again: 'weak' }, 'again', different],
    [{ current: fresh, fresh, again: 'New-pass-3' }, 'again', different],
    [{ current: fresh, fresh: 'New-pass-3', again: fresh }, 'again', different],
    [{ current: '', fresh: 'weak', again: 'other' }, 'current', 'Please fill in all fields.'],
    [{ current: old, fresh: '', again: fresh }, 'fresh', 'Please fill in all fields.'],
  ] as const)
    expect(checkChange(form), JSON.stringify(form)).toEqual({ field, message });
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
