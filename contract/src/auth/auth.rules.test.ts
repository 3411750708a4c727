import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  DEFAULT_NICHE,
  isEmail,
  PASSWORD_MAX,
  PASSWORD_MIN,
  passwordLacks,
  passwordMessages,
  RESEND_WAIT_SECONDS,
  RESET_LINK_MINUTES,
} from './auth.rules.ts';

describe('a password', () => {
  test('lacks nothing with 8 to 128 characters of all four kinds', () => {
    expect(passwordLacks('Abcdef1!')).toEqual([]);
    expect(passwordLacks(`Aa1!${'x'.repeat(124)}`)).toEqual([]);
    expect([PASSWORD_MIN, PASSWORD_MAX]).toEqual([8, 128]);
  });

  test.each([
    ['Abcde1!', 'at least 8 characters'],
    [`Aa1!${'x'.repeat(125)}`, 'at most 128 characters'],
    ['abcdefg1!', 'one uppercase letter'],
    ['ABCDEFG1!', 'one lowercase letter'],
    ['Abcdefgh!', 'one number'],
    ['Abcdefg12', 'one special character'],
  ])('%s lacks %s', (password, lacking) => {
    expect(passwordLacks(password)).toEqual([lacking]);
  });

  test('that is empty lacks everything but a lower length', () => {
    expect(passwordLacks('')).toEqual([
      'at least 8 characters',
      'one uppercase letter',
      'one lowercase letter',
      'one number',
      'one special character',
    ]);
  });

  test('letters of any alphabet count as letters, never as special characters', () => {
    expect(passwordLacks('Éàüöäßñ1')).toEqual(['one special character']);
    expect(passwordLacks('Жызнь123')).toEqual(['one special character']);
    expect(passwordLacks('Abcdefg1 ')).toEqual(['one special character']);
    expect(passwordLacks('Abcdefg1€')).toEqual([]);
  });

  test('is told in words what is wrong', () => {
    expect(passwordMessages).toEqual({
      missing: 'Please fill in all fields.',
      weak: 'New password must be 8 to 128 characters with uppercase, lowercase, number and special character.',
      same: 'New password must be different from current password.',
      wrong: 'Current password is incorrect.',
      changed: 'Password changed successfully!',
      reset: 'Password reset successfully! You can now sign in with your new password.',
    });
  });
});

describe('an email address', () => {
  test.each([
    'ada@example.com',
    'a@b.co',
    'ada.lovelace+posts@mail.example.co.uk',
    `${'a'.repeat(243)}@example.io`,
  ])('%s has the form of one', (text) => {
    expect(isEmail(text)).toBe(true);
  });

  test.each([
    '',
    'ada',
    'ada@',
    '@example.com',
    'ada@example',
    'ada@.com',
    'ada@example.',
    'ada@example..com',
    'ada@example.com.',
    'a@b@example.com',
    'ada lovelace@example.com',
    'ada@exa mple.com',
    'adä@example.com',
    'ada@exämple.com',
    `${'a'.repeat(244)}@example.io`,
  ])('%s does not', (text) => {
    expect(isEmail(text)).toBe(false);
  });

  // Each is one that a mail program may read as a list, a name, a comment, a group, a route or a literal.
  test.each([
    'http://evil.example/free?<victim@target.example>',
    'Support<victim@target.example>',
    '<victim@target.example>',
    '"Support" <victim@target.example>',
    'victim@target.example,other@target.example',
    'aaa,victim@target.example',
    'aaa;victim@target.example',
    'group:victim@target.example;',
    'group:victim@target.example',
    ':victim@target.example',
    'x(comment)@target.example',
    '(comment)x@target.example',
    'x@target.example(comment)',
    'x@(comment)target.example',
    'x@target.(comment)example',
    '"quoted"@target.example',
    '"two words"@target.example',
    '"a@b"@target.example',
    'x\\@y@target.example',
    'x\\y@target.example',
    'x@[127.0.0.1]',
    'x@[IPv6:::1]',
    'x@target.example>',
    'x<y@target.example',
    'x>y@target.example',
    'x[y@target.example',
    'x]y@target.example',
    'x:y@target.example',
    'x;y@target.example',
    'x,y@target.example',
    'x"y@target.example',
    '@a.example:x@target.example',
    '@a.example,@b.example:x@target.example',
    'x@target.example,',
    'x@target.example;',
    'x@target.example:25',
    'x@target.example/path',
    'x@target.example?subject=a',
    'mailto:x@target.example',
    'x@target_a.example',
    'x@-target.example',
    'x@target-.example',
    'x@target.-example',
    'x@target.example-',
    `x@${'a'.repeat(64)}.example`,
    'x@target.example\r\nBcc: victim@target.example',
    'x@target.example\nvictim@target.example',
    'x\t@target.example',
    'x@target.example\u0000',
    'x@target.exam\u200bple',
    '=?utf-8?q?x=40y?=@target.example,z',
    'x@y@target.example',
  ])('%j is not one address and nothing else', (text) => {
    expect(isEmail(text)).toBe(false);
  });

  test('of any local part and domain holds one @ and a dot after it', () => {
    const word = fc.stringMatching(/^[a-z0-9]{1,20}$/);
    fc.assert(
      fc.property(word, word, word, (name, host, ending) => {
        expect(isEmail(`${name}@${host}.${ending}`)).toBe(true);
        expect(isEmail(`${name}${host}.${ending}`)).toBe(false);
        expect(isEmail(`${name}@${host}${ending}`)).toBe(false);
      }),
    );
  });
});

test('waiting times and the first niche are as specified', () => {
  expect(RESEND_WAIT_SECONDS).toBe(30);
  expect(RESET_LINK_MINUTES).toBe(60);
  expect(DEFAULT_NICHE).toBe('Gaming');
});
