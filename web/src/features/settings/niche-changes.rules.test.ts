import { expect, test } from 'vitest';
import { changesLeftText, maySaveNiche, seesSuggestions } from './settings.rules.ts';

test('NICHE-20 NICHE-24 the settings say how many niche changes remain until when', () => {
  expect(changesLeftText(3, null)).toBe('3 niche changes left in this billing cycle.');
  expect(changesLeftText(2, 'Sat 28 Mar')).toBe('2 niche changes left until Sat 28 Mar.');
  expect(changesLeftText(1, 'Sat 28 Mar')).toBe('1 niche change left until Sat 28 Mar.');
  expect(changesLeftText(0, 'Sat 28 Mar')).toBe('Niche change limit reached until Sat 28 Mar.');
  expect(changesLeftText(0, null)).toBe('Niche change limit reached.');
  expect(changesLeftText(null, null)).toBeUndefined();
});

test('NICHE-14 NICHE-16 NICHE-17 saving needs another niche, a running plan and a change left', () => {
  const user = { niche: 'Gaming', nicheUpdateRemaining: 1, subscriptionStatus: 'active' } as const;
  expect(maySaveNiche(user, 'Travel')).toBe(true);
  expect(maySaveNiche({ ...user, nicheUpdateRemaining: null }, 'Travel')).toBe(true);
  expect(maySaveNiche(user, 'Gaming')).toBe(false);
  expect(maySaveNiche({ ...user, nicheUpdateRemaining: 0 }, 'Travel')).toBe(false);
  expect(maySaveNiche({ ...user, subscriptionStatus: 'canceled' }, 'Travel')).toBe(false);
});

test('NICHE-13 niches are suggested without an active subscription, and to an admin', () => {
  expect(seesSuggestions({ subscriptionStatus: 'active', roles: [] })).toBe(false);
  expect(seesSuggestions({ subscriptionStatus: 'active', roles: ['support'] })).toBe(false);
  expect(seesSuggestions({ subscriptionStatus: 'active', roles: ['admin'] })).toBe(true);
  expect(seesSuggestions({ subscriptionStatus: 'canceled', roles: [] })).toBe(true);
  expect(seesSuggestions({ subscriptionStatus: 'past_due', roles: [] })).toBe(true);
});
