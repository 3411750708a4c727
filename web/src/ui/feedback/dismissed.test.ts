import { beforeEach, expect, test, vi } from 'vitest';
import { clearDismissedBanners, dismissBanner, parseDismissed } from './dismissed.ts';

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});

test('PLAT-14 PLAT-28 a closed banner is remembered by its identifier for the browser session', () => {
  dismissBanner('trial');
  dismissBanner('maintenance-9');
  dismissBanner('trial');
  expect(sessionStorage.getItem('dismissedBanners')).toBe('["trial","maintenance-9"]');
});

test('AUTH-45 signing in lets every banner show again', () => {
  dismissBanner('trial');
  clearDismissedBanners();
  expect(sessionStorage.getItem('dismissedBanners')).toBeNull();
});

test('a broken list of closed banners counts as empty', () => {
  for (const text of ['', '{', '{"a":1}', 'null']) expect(parseDismissed(text)).toEqual([]);
  expect(parseDismissed('["a",1,null]')).toEqual(['a']);
});
