import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../text/any-character.fixture.ts';
import { appCodeDigits, BACKUP_ALPHABET, backupCodeLetters, secondFactorOf } from './two-factor.rules.ts';

const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 6, maxLength: 6 });
const backupCode = fc
  .string({ unit: fc.constantFrom(...BACKUP_ALPHABET), minLength: 8, maxLength: 8 })
  .map((letters) => `${letters.slice(0, 4)}-${letters.slice(4)}`);
const anything = fc.string({ unit: anyCharacter, maxLength: 40 });

test('2FA-03 whatever is typed or pasted, a code field keeps digits alone, six at most', () => {
  expect(appCodeDigits('12a3 4-5678')).toBe('123456');
  expect(appCodeDigits('١٢٣')).toBe('');
  fc.assert(
    fc.property(anything, (typed) => {
      expect(appCodeDigits(typed)).toMatch(/^[0-9]{0,6}$/);
      expect(appCodeDigits(appCodeDigits(typed))).toBe(appCodeDigits(typed));
    }),
  );
});

test('2FA-03 a code of six digits is one, with spaces or a dash in it or around it', () => {
  fc.assert(
    fc.property(digits, (code) => {
      for (const typed of [code, ` ${code}\n`, `${code.slice(0, 3)} ${code.slice(3)}`])
        expect(secondFactorOf(typed)).toEqual({ kind: 'app', code });
      expect(secondFactorOf(code.slice(1))).toBeUndefined();
      expect(secondFactorOf(`${code}0`)).toBeUndefined();
    }),
  );
});

test('2FA-19 a backup code is one in any case, with or without its dash, and with l for 1 and O for 0', () => {
  expect(secondFactorOf('lO23-4567')).toEqual({ kind: 'backup', code: '1023-4567' });
  fc.assert(
    fc.property(backupCode, (code) => {
      for (const typed of [code, code.toUpperCase(), code.replace('-', ''), ` ${code.replace('-', ' ')} `])
        expect(secondFactorOf(typed)).toEqual({ kind: 'backup', code });
    }),
  );
});

test('nothing else is a code: what is taken for one has the form of one', () => {
  for (const typed of ['', 'u234-5678', '1234-567', '12345-6789', '1234_5678', '12é345'])
    expect(secondFactorOf(typed), typed).toBeUndefined();
  fc.assert(
    fc.property(anything, (typed) => {
      const factor = secondFactorOf(typed);
      if (factor?.kind === 'app') expect(factor.code).toMatch(/^[0-9]{6}$/);
      if (factor?.kind === 'backup')
        expect(factor.code).toMatch(/^[0-9abcdefghjkmnpqrstvwxyz]{4}-[0-9abcdefghjkmnpqrstvwxyz]{4}$/);
    }),
  );
});

test('a backup code that is being typed gets its dash with the fifth letter, and has eight at most', () => {
  expect(['abc', 'abcd', 'abcde'].map(backupCodeLetters)).toEqual(['abc', 'abcd', 'abcd-e']);
  expect(backupCodeLetters('abcdefghjk')).toBe('abcd-efgh');
});
