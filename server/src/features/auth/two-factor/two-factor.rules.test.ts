import fc from 'fast-check';
import { expect, test } from 'vitest';
import { backupCodeFrom, isOwnOtpauthUrl } from './two-factor.rules.ts';

const SECRET = 'JBSWY3DPEHPK3PXP';
const OWN = `otpauth://totp/Drumbeat:ada%40example.com?secret=${SECRET}&issuer=Drumbeat`;

test('a backup code is made of eight bytes, each of 32 letters equally likely', () => {
  expect(backupCodeFrom(Uint8Array.from([1, 9, 10, 17, 18, 19, 20, 31]))).toBe('19ah-jkmz');
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 8, maxLength: 12 }), (bytes) => {
      expect(backupCodeFrom(bytes)).toMatch(/^[0-9a-hjkmnp-tv-z]{4}-[0-9a-hjkmnp-tv-z]{4}$/);
      expect(backupCodeFrom(bytes)).toBe(backupCodeFrom(bytes.slice(0, 8).map((byte) => byte % 32)));
    }),
  );
});

test('an address of our issuer with a secret is ours', () => {
  expect(isOwnOtpauthUrl(OWN)).toBe(true);
  expect(isOwnOtpauthUrl(OWN.replace(SECRET, 'A'.repeat(128)))).toBe(true);
});

test.each([
  'not an address',
  OWN.replace('otpauth:', 'https:'),
  OWN.replace('//totp', '//hotp'),
  OWN.replace('issuer=Drumbeat', 'issuer=Other'),
  OWN.replace(`secret=${SECRET}&`, ''),
  OWN.replace(SECRET, 'A'.repeat(15)),
  OWN.replace(SECRET, 'A'.repeat(129)),
  OWN.replace(SECRET, SECRET.toLowerCase()),
])('%s is not ours', (text) => {
  expect(isOwnOtpauthUrl(text)).toBe(false);
});
