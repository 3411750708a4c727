import { anyCharacter } from '@drumbeat/contract/text/any-character.fixture.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { guessedFrom, passwordStems } from './password-stems.rules.ts';

const common = new Set(['password', 'qwerty', 'sunshine', 'letmein', 'abc12345', 'football']);
const isCommon = (stem: string) => common.has(stem);
const guessed = (password: string, email = 'ada@people.example') =>
  guessedFrom(password, { email, isCommon });

test.each(['Password1!', 'P@ssw0rd', 'Qwerty1!', '$unshine-2026', 'LetMeIn99!', 'Abc12345!', '77!F00tba11#'])(
  '%s is at heart a common password',
  (password) => {
    expect(guessed(password)).toBe('one of the most common passwords');
  },
);

test('neither the name of the product nor the person’s address makes a password', () => {
  for (const password of ['Drumbeat1!', 'dRUMB3AT!!', '1Drumbe@t!'])
    expect(guessed(password)).toBe('the name of this product');
  expect(guessed('Ada.Lovelace1!', 'ada.lovelace@people.example')).toBe('your email address');
  expect(guessed('Ada.lovelace@people.example1', 'ada.lovelace@people.example')).toBe('your email address');
});

test.each(['Correct-horse-7', 'Rhythm of the drum 7!', 'xK9#mQ2$vL5@', 'Password and more 1!'])(
  '%s passes',
  (password) => {
    expect(guessed(password)).toBeUndefined();
  },
);

test('digits and signs around a common word never hide it', () => {
  const ends = fc.stringMatching(/^[0-9!#%&*-]{0,6}$/);
  fc.assert(
    fc.property(ends, fc.constantFrom(...common), ends, (before, word, after) => {
      expect(guessed(`${before}${word.toUpperCase()}${after}`)).toBe('one of the most common passwords');
    }),
  );
});

test('digits and signs are read as the letters that they stand for', () => {
  expect([...passwordStems('we1c0me')]).toContain('welcome');
  expect([...passwordStems('m!ne')]).toContain('mine');
});

test('any text has stems, none of them empty', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 128 }), (text) => {
      expect([...passwordStems(text)]).not.toContain('');
    }),
  );
});
