import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatMoney, formatUnits } from './money.rules.ts';

test.each([
  [700, 'usd', '$7.00'],
  [0, 'USD', '$0.00'],
  [123_456_789, 'usd', '$1,234,567.89'],
  [-700, 'usd', '-$7.00'],
  [700, 'eur', '€7.00'],
  [700, 'jpy', '¥700'],
  [1500, 'krw', '₩1,500'],
  [7000, 'kwd', 'KWD\u00A07.000'],
  [700, 'isk', 'kr\u00A07.00'],
  [700, 'ugx', 'UGX\u00A07.00'],
  [700, 'usdc', 'usdc 7.00'],
])('BILL-23 %i %s is read as %s', (amount, currency, shown) => {
  expect(formatMoney(amount, currency)).toBe(shown);
});

test('BILL-23 whole cents come back from what is shown, to the cent', () => {
  fc.assert(
    fc.property(fc.integer(), fc.constantFrom('usd', 'eur', 'gbp'), (cents, currency) => {
      const digits = formatMoney(cents, currency).replaceAll(/[^\d-]/g, '');
      expect(Number(digits)).toBe(cents);
    }),
  );
});

test.each([
  [700, 'usd', '7.00'],
  [-705, 'USD', '-7.05'],
  [700, 'JPY', '700'],
  [7_001, 'kwd', '7.001'],
])('%i %s is %s in a table', (amount, currency, shown) => {
  expect(formatUnits(amount, currency)).toBe(shown);
});
