import { describe, expect, test } from 'vitest';
import { isEmail } from './auth.rules.ts';
import { PASSWORD_MAX, PASSWORD_MIN, passwordLacks } from './password.rules.ts';

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
});

describe('an email address', () => {
  test.each([
    ['ada.lovelace+posts@mail.example.co.uk', true],
    [`${'a'.repeat(243)}@example.io`, true],
    ['ada', false],
    ['@example.com', false],
    ['ada@example', false],
    ['ada lovelace@example.com', false],
    ['adä@example.com', false],
    [`${'a'.repeat(244)}@example.io`, false],
  ])('%s has the form of one: %s', (text, is) => {
    expect(isEmail(text)).toBe(is);
  });

  // Each is one that a mail program may read as a list, a name, a comment, a group, a route or a literal.
  test.each([
    'Support<victim@target.example>',
    'aaa;victim@target.example',
    'group:victim@target.example;',
    'x(comment)@target.example',
    '"a@b"@target.example',
    'x\\@y@target.example',
    'x@[127.0.0.1]',
    'mailto:x@target.example',
    `x@${'a'.repeat(64)}.example`,
    'x@target.example\r\nBcc: victim@target.example',
    'x@target.example\u0000',
    'x@target.exam\u200bple',
    '=?utf-8?q?x=40y?=@target.example,z',
  ])('%j is not one address and nothing else', (text) => {
    expect(isEmail(text)).toBe(false);
  });
});
