import { expect, test, vi } from 'vitest';
import { addressOf, lastRequestId, newRequestId } from './request.ts';

test('a request id is a random UUID, and the latest is remembered', () => {
  const random = vi.spyOn(crypto, 'getRandomValues');
  random.mockImplementationOnce((bytes) => (bytes as Uint8Array).fill(0) as never);
  expect(newRequestId()).toBe('00000000-0000-4000-8000-000000000000');
  random.mockImplementationOnce((bytes) => (bytes as Uint8Array).fill(255) as never);
  expect(newRequestId()).toBe('ffffffff-ffff-4fff-bfff-ffffffffffff');
  expect(lastRequestId()).toBe('ffffffff-ffff-4fff-bfff-ffffffffffff');
  random.mockRestore();
});

test('path parameters are encoded, and undefined query values are left out', () => {
  const path = '/api/a/:first/b/:second';
  const params = { second: 'x y', first: 'a/b?c' };
  expect(addressOf('GET', path, { params }, 7)).toBe('/api/a/a%2Fb%3Fc/b/x%20y');
  const query = { zero: 0, no: false, empty: '', none: null, not: undefined, words: 'a&b' };
  expect(addressOf('GET', '/api/a', { query }, 7)).toBe('/api/a?zero=0&no=false&empty=&words=a%26b');
  expect(addressOf('PATCH', '/api/a/:id', { params: { id: 3 }, query: { q: 1 } }, 7)).toBe(
    '/api/a/3?q=1&_ts=7',
  );
  for (const method of ['GET', 'POST', 'PUT', 'DELETE'])
    expect(addressOf(method, '/api/a', {}, 7)).toBe('/api/a');
});

test('a path that lacks a parameter throws', () => {
  const lacking = 'The path /api/a/:id lacks its parameter id';
  expect(() => addressOf('GET', '/api/a/:id', { params: { ID: '3' } }, 7)).toThrow(lacking);
});
