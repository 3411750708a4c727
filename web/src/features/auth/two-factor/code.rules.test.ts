import { expect, test } from 'vitest';
import { checkCode, tidyCode } from './code.rules.ts';

test('the field of the app keeps six digits, the field of a backup code its letters', () => {
  expect(tidyCode('app', ' 123 456 78a')).toBe('123456');
  expect(tidyCode('app', 'k7dm')).toBe('7');
  expect(tidyCode('backup', 'K7DM 20XQ')).toBe('k7dm-20xq');
});

test('a code of the app is six digits', () => {
  const incomplete = 'Please enter a 6-digit code.';
  expect(checkCode('app', '123456')).toBeNull();
  for (const code of ['', '12345', '1234567']) expect(checkCode('app', code)).toBe(incomplete);
});

test('a backup code is eight letters, and six digits are none', () => {
  const incomplete = 'Please enter a backup code, for example k7dm-20xq.';
  expect(checkCode('backup', 'k7dm-20xq')).toBeNull();
  for (const code of ['', 'k7dm-20x', '123456']) expect(checkCode('backup', code)).toBe(incomplete);
});
