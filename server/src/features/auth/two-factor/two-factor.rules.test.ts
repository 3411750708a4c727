import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  BACKUP_BYTES,
  BACKUP_CODES,
  backupCodeFrom,
  ISSUER,
  isOwnOtpauthUrl,
  SALT_BYTES,
  STEP_SECONDS,
} from './two-factor.rules.ts';

const SECRET = 'JBSWY3DPEHPK3PXP';
const OWN = `otpauth://totp/Drumbeat:ada%40example.com?secret=${SECRET}&issuer=Drumbeat`;

test('codes are those of the usual apps: 30 seconds', () => {
  expect([ISSUER, STEP_SECONDS]).toEqual(['Drumbeat', 30]);
});

describe('a backup code', () => {
  test('is one of ten, made of eight bytes, in two groups of four', () => {
    expect([BACKUP_CODES, BACKUP_BYTES, SALT_BYTES]).toEqual([10, 8, 16]);
    expect(backupCodeFrom(new Uint8Array(8))).toBe('0000-0000');
    expect(backupCodeFrom(Uint8Array.from([1, 9, 10, 17, 18, 19, 20, 31]))).toBe('19ah-jkmz');
  });

  test('uses all 32 letters alike, and nothing beyond its eight bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 8, maxLength: 12 }), (bytes) => {
        expect(backupCodeFrom(bytes)).toMatch(/^[0-9a-hjkmnp-tv-z]{4}-[0-9a-hjkmnp-tv-z]{4}$/);
        expect(backupCodeFrom(bytes)).toBe(backupCodeFrom(bytes.slice(0, 8).map((byte) => byte % 32)));
      }),
    );
  });
});

describe('a QR code is drawn for an address of our own set-up alone', () => {
  test('with our issuer and a secret', () => {
    expect(isOwnOtpauthUrl(OWN)).toBe(true);
    expect(isOwnOtpauthUrl(OWN.replace(SECRET, 'A'.repeat(128)))).toBe(true);
  });

  test.each([
    'not an address',
    OWN.replace('otpauth:', 'https:'),
    OWN.replace('//totp', '//hotp'),
    OWN.replace('issuer=Drumbeat', 'issuer=Other'),
    OWN.replace('&issuer=Drumbeat', ''),
    OWN.replace(`secret=${SECRET}&`, ''),
    OWN.replace(SECRET, 'A'.repeat(15)),
    OWN.replace(SECRET, 'A'.repeat(129)),
    OWN.replace(SECRET, `${SECRET}1`),
    OWN.replace(SECRET, `1${SECRET}`),
    OWN.replace(SECRET, SECRET.toLowerCase()),
  ])('not for %s', (text) => {
    expect(isOwnOtpauthUrl(text)).toBe(false);
  });
});
