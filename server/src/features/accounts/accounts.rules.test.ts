import { describe, expect, test } from 'vitest';
import { endsSoon, isUsable, splitByLimit } from './accounts.rules.ts';

const now = new Date('2026-11-21T12:00:00Z');
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000);

test('a token is renewed in its last minute, and where its end is not known', () => {
  expect(endsSoon(after(59), now)).toBe(true);
  expect(endsSoon(after(-1), now)).toBe(true);
  expect(endsSoon(null, now)).toBe(true);
  expect(endsSoon(after(60), now)).toBe(false);
});

describe('posts go out through an account', () => {
  const connected = { disconnectedAt: null, isActive: true, needsReconnect: false };

  test('that is connected, switched on and has a living grant', () => {
    expect(isUsable(connected)).toBe(true);
  });

  test.each([{ disconnectedAt: now }, { isActive: false }, { needsReconnect: true }])(
    'not with %j',
    (fault) => {
      expect(isUsable({ ...connected, ...fault })).toBe(false);
    },
  );
});

test('a smaller plan leaves the oldest connections active; of two made at once, the first', () => {
  const [old, twin, recent] = [
    { id: 9, connectedAt: after(-30) },
    { id: 3, connectedAt: after(-10) },
    { id: 5, connectedAt: after(-10) },
  ];
  const active = [recent, twin, old];
  expect(splitByLimit(active, 0)).toEqual({ kept: [], surplus: [old, twin, recent] });
  expect(splitByLimit(active, 2)).toEqual({ kept: [old, twin], surplus: [recent] });
  expect(splitByLimit(active, 3)).toEqual({ kept: [old, twin, recent], surplus: [] });
  expect(active).toEqual([recent, twin, old]);
});
