import { expect, test } from 'vitest';
import { safeRedirect } from './redirect.ts';

test("AUTH-07 the redirect target is used when it starts with '/' and contains no '://'", () => {
  expect(safeRedirect('/products')).toBe('/products');
  expect(safeRedirect('/dashboard?view=calendar#today')).toBe('/dashboard?view=calendar#today');
  expect(safeRedirect('products')).toBe('/dashboard');
  expect(safeRedirect('https://elsewhere.example/')).toBe('/dashboard');
  expect(safeRedirect('/go?to=https://elsewhere.example')).toBe('/dashboard');
});

test('AUTH-07 without a target the way leads to the dashboard', () => {
  expect(safeRedirect(null)).toBe('/dashboard');
  expect(safeRedirect('')).toBe('/dashboard');
});

test.each([
  '//elsewhere.example',
  '/\\elsewhere.example',
  '/\t/elsewhere.example',
  '/\n/elsewhere.example',
  '/\u0000/elsewhere.example',
  '/..//elsewhere.example',
  '/.//elsewhere.example',
  '\\\\elsewhere.example',
  ' //elsewhere.example',
  'javascript:alert(1)',
])('AUTH-08 %j does not leave our origin', (target) => {
  expect(safeRedirect(target)).toBe('/dashboard');
});
