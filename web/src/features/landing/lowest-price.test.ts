import { expect, test } from 'vitest';
import { buildPrice } from '../../testing/build-price.fixture.ts';
import { lowestPrice } from './lowest-price.ts';

const price = (unit_amount: number, active = true) => buildPrice({ unit_amount, active });

test('the landing page names the cheapest price that is paid and for sale', () => {
  const products = [{ prices: [price(1500)] }, { prices: [price(0), price(300, false), price(700)] }];
  expect(lowestPrice(products)).toBe('$7.00 USD / month');
});

test('nothing is named where nothing is for sale', () => {
  expect(lowestPrice([{ prices: [price(0)] }])).toBeUndefined();
  expect(lowestPrice([])).toBeUndefined();
});
