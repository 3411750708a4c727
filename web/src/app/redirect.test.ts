import { expect, test } from 'vitest';
import { safeRedirect } from './redirect.ts';

test("AUTH-07 the redirect target is used when it starts with '/' and contains no '://'", () => {
  expect(safeRedirect('/products')).toBe('/products');
  expect(safeRedirect(null)).toBe('/dashboard');
  expect(safeRedirect('/dashboard?view=calendar#today')).toBe('/dashboard?view=calendar#today');
  expect(safeRedirect('products')).toBe('/dashboard');
  expect(safeRedirect('https://elsewhere.example/')).toBe('/dashboard');
  expect(safeRedirect('/go?to=https://elsewhere.example')).toBe('/dashboard');
});

const outside = [
  '//elsewhere.example',
  '/\\elsewhere.example',
  '/\t/elsewhere.example',
  '/..//elsewhere.example',
  '/.//elsewhere.example',
  '\\\\elsewhere.example',
  ' //elsewhere.example',
  'javascript:alert(1)',
];
test.each(outside)('AUTH-08 %j does not leave our origin', (target) => {
  expect(safeRedirect(target)).toBe('/dashboard');
});
