import type { MaintenanceWindow } from '@drumbeat/contract/maintenance/maintenance.ts';

/** The state of a window at a given time. */
export function windowState(
  window: Pick<MaintenanceWindow, 'starts_at' | 'ends_at' | 'canceled_at'>,
  now: number,
): 'Canceled' | 'Over' | 'Active' | 'Planned' {
  if (window.canceled_at !== null) return 'Canceled';
  // Stryker disable next-line ConditionalExpression: null as a date is NaN, and NaN is never past.
  if (window.ends_at !== null && Date.parse(window.ends_at) <= now) return 'Over';
  return Date.parse(window.starts_at) <= now ? 'Active' : 'Planned';
}

/** Whether a window can still be canceled at a given time. */
export function isCancelable(window: Parameters<typeof windowState>[0], now: number): boolean {
  const state = windowState(window, now);
  return state === 'Planned' || state === 'Active';
}
