import { expect, test } from 'vitest';
import { setupKeyOf } from './setup-key.ts';

test('2FA-12 the key in the otpauth URL is shown in groups of four', () => {
  const url = 'otpauth://totp/Drumbeat:ada%40example.com?issuer=Drumbeat&secret=ABCDEFGHIJKLMNOPQR&digits=6';
  expect(setupKeyOf(url)).toBe('ABCD EFGH IJKL MNOP QR');
  // No gap after the last group.
  expect(setupKeyOf('otpauth://totp/x?secret=ABCDEFGH')).toBe('ABCD EFGH');
  expect(setupKeyOf('otpauth://totp/x?issuer=Drumbeat')).toBe('');
});
