import { beforeEach, expect, test } from 'vitest';
import { linkToken, takeLinkToken } from './link-token.ts';

beforeEach(() => window.history.replaceState(null, '', '/'));

test.each(['/auth', '/reset-password', '/verify-email'])(
  'the token of a link to %s leaves the address and survives a reload',
  (path) => {
    window.history.replaceState({ idx: 0 }, '', `${path}?token=a%2Bb&from=mail#there`);
    takeLinkToken();
    expect(window.location.href).toMatch(new RegExp(`${path}\\?from=mail#there$`));
    expect(linkToken()).toBe('a+b');
    expect(window.history.state).toEqual({ idx: 0, linkToken: 'a+b' });
    takeLinkToken();
    expect(linkToken()).toBe('a+b');
  },
);

test.each(['/products?token=abc', '/verify-email?other=1'])('%s stays as it is', (address) => {
  window.history.replaceState(null, '', address);
  takeLinkToken();
  expect(window.location.pathname + window.location.search).toBe(address);
  expect(linkToken()).toBeNull();
});

test('another screen does not have the token', () => {
  window.history.replaceState(null, '', '/reset-password?token=abc');
  takeLinkToken();
  window.history.pushState(null, '', '/auth');
  expect(linkToken()).toBeNull();
});
