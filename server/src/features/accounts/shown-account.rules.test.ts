import { expect, test } from 'vitest';
import { shownAccount } from './accounts.rules.ts';

const now = new Date('2026-11-21T12:00:00Z');
const later = new Date('2026-11-22T12:00:00Z');
const shown = (nicheUpdateCount: number, nicheUpdatePeriodEnd: Date, limit: number) =>
  shownAccount(
    { profileImageUrl: 'https://x.example/ada.png', nicheUpdateCount, nicheUpdatePeriodEnd },
    { nicheChangeLimitPerAccount: limit },
    now,
  );

test('changes that are left count down to none, also where a smaller plan has fewer than were used', () => {
  const own = { profileImageUrl: 'https://x.example/ada.png' };
  expect(shown(2, later, 3)).toEqual({ ...own, nicheUpdateRemaining: 1, nicheUpdatePeriodEnd: later });
  expect(shown(5, later, 3)).toEqual({ ...own, nicheUpdateRemaining: 0, nicheUpdatePeriodEnd: later });
  expect(shown(5, now, 3)).toEqual({ ...own, nicheUpdateRemaining: 3, nicheUpdatePeriodEnd: null });
});
