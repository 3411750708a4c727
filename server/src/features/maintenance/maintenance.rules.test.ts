import { describe, expect, test } from 'vitest';
import {
  announcedUntil,
  passesMaintenance,
  stateOf,
  staysOpen,
  TRUST_MS,
  windowFault,
} from './maintenance.rules.ts';
import type { WindowRecord } from './maintenance.types.ts';

const now = new Date('2026-11-21T12:00:00Z');
const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
const window = (startsAt: Date) => ({ startsAt }) as WindowRecord;

test('windows of the next week are announced', () => {
  expect(announcedUntil(now)).toEqual(at(7 * 24));
});

describe('of several windows', () => {
  test('one that has begun is active, and shown before those to come', () => {
    const [begun, next] = [window(at(0)), window(at(1))];
    expect(stateOf([begun, next], now)).toEqual({ active: true, window: begun });
  });

  test('the first to begin is announced while none is active', () => {
    const [next, later] = [window(at(1)), window(at(2))];
    expect(stateOf([next, later], now)).toEqual({ active: false, window: next });
    expect(stateOf([], now)).toEqual({ active: false, window: undefined });
  });
});

test('a window ends after its start and in the future, or has no end', () => {
  expect(windowFault({ startsAt: at(1), endsAt: null }, now)).toBeUndefined();
  expect(windowFault({ startsAt: at(1), endsAt: at(2) }, now)).toBeUndefined();
  expect(windowFault({ startsAt: at(-2), endsAt: at(1) }, now)).toBeUndefined();
  expect(windowFault({ startsAt: at(1), endsAt: at(1) }, now)).toBe('The end must be after the start.');
  expect(windowFault({ startsAt: at(2), endsAt: at(1) }, now)).toBe('The end must be after the start.');
  expect(windowFault({ startsAt: at(-2), endsAt: at(-1) }, now)).toBe('The end must be in the future.');
  expect(windowFault({ startsAt: at(-2), endsAt: now }, now)).toBe('The end must be in the future.');
});

test('admins and testers work on during maintenance, nobody else does', () => {
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

test('a process hears of the end of maintenance within three seconds', () => {
  expect(TRUST_MS).toBe(3_000);
});
