import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkNewPassword, checkResetEmail } from './reset.rules.ts';

test('AUTH-61 AUTH-62 a reset needs a well-formed email', () => {
  expect(checkResetEmail('')).toBe('Please enter your email address.');
  for (const malformed of ['a', 'a@b', '@b.example', 'a b@c.example', 'a@b@c.example'])
    expect(checkResetEmail(malformed)).toBe('Please enter a valid email address.');
  expect(checkResetEmail('a@b.example')).toBeNull();
});

const EMPTY = 'Please fill in all fields.';
const SHORT = 'New password must be at least 6 characters long.';
test.each([
  ['', 'Abc-12', 'password', EMPTY],
  ['Abc-1', '', 'again', EMPTY],
  ['Abc-1', 'Abc-12', 'password', SHORT],
  ['Abc-12', 'Abc-1', 'again', 'Passwords do not match.'],
])(
  'AUTH-64 AUTH-65 AUTH-66 the first fault of %j and %j is in the field %s',
  (password, again, field, message) => {
    expect(checkNewPassword(password, again)).toEqual({ field, message });
  },
);

test('an accepted new password has 6 characters or more and is repeated exactly', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (password, again) => {
      const passes = checkNewPassword(password, again) === null;
      expect(passes).toBe(password === again && password.length >= 6);
    }),
  );
});
