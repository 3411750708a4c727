import { DAY_MS } from '@drumbeat/contract/time.ts';
import type { SessionOwner } from '../../platform/actor.ts';
import type { MaintenanceState, WindowRecord } from './maintenance.types.ts';

const WEEK_MS = 7 * DAY_MS;

/** How long a process caches the maintenance state. */
export const TRUST_MS = 3_000;

/** Windows that begin after this are not announced yet. */
export function announcedUntil(now: Date): Date {
  return new Date(now.getTime() + WEEK_MS);
}

/** The state, given windows that are neither cancelled nor over, earliest first. */
export function stateOf(windows: readonly WindowRecord[], now: Date): MaintenanceState {
  const active = windows.find((window) => window.startsAt <= now);
  return { active: active !== undefined, window: active ?? windows[0] };
}

/** What is wrong with the times of a new window, in words; undefined if nothing is. */
export function windowFault(
  { startsAt, endsAt }: Pick<WindowRecord, 'startsAt' | 'endsAt'>,
  now: Date,
): string | undefined {
  if (endsAt === null) return undefined;
  if (endsAt <= startsAt) return 'The end must be after the start.';
  return endsAt <= now ? 'The end must be in the future.' : undefined;
}

/** Who may use the product during maintenance: admins and testers. */
export function passesMaintenance(actor: Pick<SessionOwner, 'roles'> | undefined): boolean {
  return actor?.roles.some((role) => role === 'admin' || role === 'tester') ?? false;
}

const alwaysOpen = [
  '/api/auth/',
  '/api/health',
  '/api/maintenance/status',
  '/api/public/flags',
  '/api/webhooks/',
];

/**
 * Whether a route stays open to everybody during maintenance: sign-in, the maintenance status, and webhooks.
 */
export function staysOpen(route: string): boolean {
  return !route.startsWith('/api/') || alwaysOpen.some((open) => route.startsWith(open));
}
