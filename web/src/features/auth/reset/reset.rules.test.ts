import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkNewPassword, checkResetEmail } from './reset.rules.ts';

test('AUTH-61 AUTH-62 the address of a reset is asked for in words', () => {
  expect(checkResetEmail('')).toBe('Please enter your email address.');
  for (const malformed of ['a', 'a@b', '@b.example', 'a b@c.example', 'a@b@c.example'])
    expect(checkResetEmail(malformed)).toBe('Please enter a valid email address.');
  expect(checkResetEmail('a@b.example')).toBeNull();
});

test('AUTH-64 AUTH-65 AUTH-66 the first thing that is wrong with a new password is said, beside its field', () => {
  const missing = 'Please fill in all fields.';
  expect(checkNewPassword('', '')).toEqual({ field: 'password', message: missing });
  expect(checkNewPassword('Abc-12', '')).toEqual({ field: 'again', message: missing });
  expect(checkNewPassword('Abc-1', 'Abc-1')).toEqual({
    field: 'password',
    message: 'New password must be at least 6 characters long.',
  });
  expect(checkNewPassword('Abc-12', 'Abc-13')).toEqual({
    field: 'again',
    message: 'Passwords do not match.',
  });
  expect(checkNewPassword('Abc-12', 'Abc-12')).toBeNull();
  // One thing at a time: the new password before its repetition.
  expect(checkNewPassword('', 'Abc-12')).toEqual({ field: 'password', message: missing });
  expect(checkNewPassword('Abc-1', 'Abc-12')).toEqual({
    field: 'password',
    message: 'New password must be at least 6 characters long.',
  });
  expect(checkNewPassword('Abc-1', '')).toEqual({ field: 'again', message: missing });
  expect(checkNewPassword('Abc-12', 'Abc-1')).toEqual({
    field: 'again',
    message: 'Passwords do not match.',
  });
});

test('what is let through is typed twice alike, and is never shorter than six characters', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (password, again) => {
      const passes = checkNewPassword(password, again) === null;
      expect(passes).toBe(password === again && password.length >= 6);
    }),
  );
});
