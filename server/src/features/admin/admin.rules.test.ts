import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maskedEmail, maskedId } from './admin.rules.ts';

test('ADM-CON-13 ADM-CON-17 a masked address shows one letter and the domain', () => {
  expect(maskedEmail('john@example.com')).toBe('j***@example.com');
  expect(maskedEmail('a@b.example')).toBe('a***@b.example');
  expect(maskedEmail('odd')).toBe('***');
  expect(maskedEmail('@b.example')).toBe('***');
  fc.assert(
    fc.property(fc.emailAddress(), (email) => {
      const [name = ''] = email.split('@');
      expect(maskedEmail(email).startsWith(`${name.slice(0, 1)}***@`)).toBe(true);
    }),
  );
});

test('ADM-CON-14 ADM-CON-17 a masked id shows its prefix, and tells nothing by its length', () => {
  expect(maskedId('cus_NffrFeUfNV2Hib')).toBe('cus_********');
  expect(maskedId('sub_1')).toBe('sub_********');
  expect(maskedId('1234')).toBe('********');
  expect(maskedId('12cus_34')).toBe('********');
});
