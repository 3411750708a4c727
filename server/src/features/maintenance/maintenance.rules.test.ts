import { describe, expect, test } from 'vitest';
import { passesMaintenance, stateOf, staysOpen, windowFault } from './maintenance.rules.ts';
import type { WindowRecord } from './maintenance.types.ts';

const now = new Date('2026-11-21T12:00:00Z');
const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
const window = (startsAt: Date) => ({ startsAt }) as WindowRecord;

describe('of several windows', () => {
  test('one that has begun is active, else the first to begin is announced', () => {
    const [begun, next, later] = [window(at(0)), window(at(1)), window(at(2))];
    expect(stateOf([begun, next], now)).toEqual({ active: true, window: begun });
    expect(stateOf([next, later], now)).toEqual({ active: false, window: next });
    expect(stateOf([], now)).toEqual({ active: false, window: undefined });
  });
});

test('a window ends after its start and in the future, or has no end', () => {
  expect(windowFault({ startsAt: at(1), endsAt: null }, now)).toBeUndefined();
  expect(windowFault({ startsAt: at(-2), endsAt: at(1) }, now)).toBeUndefined();
  expect(windowFault({ startsAt: at(1), endsAt: at(1) }, now)).toBe('The end must be after the start.');
  expect(windowFault({ startsAt: at(-2), endsAt: now }, now)).toBe('The end must be in the future.');
});

test('admins and testers pass during maintenance, nobody else does', () => {
  expect(passesMaintenance({ roles: ['admin'] })).toBe(true);
  expect(passesMaintenance({ roles: ['support', 'tester'] })).toBe(true);
  expect(passesMaintenance({ roles: ['support', 'ops'] })).toBe(false);
  expect(passesMaintenance({ roles: [] })).toBe(false);
  expect(passesMaintenance(undefined)).toBe(false);
});

describe('MNT-31 during maintenance', () => {
  test.each([
    '/',
    '/dashboard',
    '/api/auth/signin',
    '/api/health',
    '/api/health/ready',
    '/api/maintenance/status',
    '/api/public/flags',
    '/api/webhooks/stripe',
  ])('%s stays open', (route) => {
    expect(staysOpen(route)).toBe(true);
  });

  test.each(['/api/posts', '/api/user', '/api/maintenance/list', '/api/authors', '/api/public/other'])(
    '%s is closed',
    (route) => {
      expect(staysOpen(route)).toBe(false);
    },
  );
});
