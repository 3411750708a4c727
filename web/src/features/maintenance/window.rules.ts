import type { MaintenanceWindow } from '@drumbeat/contract/maintenance/maintenance.ts';

/** The form of a window: local date-times as the inputs return them. */
export type WindowForm = { start: string; end: string; message: string; holdsPublishing: boolean };

/** A local date-time in this browser's zone as an ISO instant; null if it is not valid. */
function isoOf(local: string): string | null {
  const time = new Date(local).getTime();
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

export type WindowFaults = { start?: string; end?: string };

/** Validation errors by field; empty if the form can be sent. */
export function windowFaults(form: WindowForm, now: number): WindowFaults {
  const [start, end] = [isoOf(form.start), isoOf(form.end)];
  if (start === null) return { start: 'Choose when it starts.' };
  if (form.end === '') return {};
  if (end === null || end <= start) return { end: 'The end must be after the start.' };
  return Date.parse(end) <= now ? { end: 'The end must be in the future.' } : {};
}

/** The form as the call's body. An empty message or end is left out. */
export function windowOf(form: WindowForm): {
  startsAt: string;
  endsAt: string | null;
  message: string | null;
  holdsPublishing: boolean;
} {
  return {
    startsAt: isoOf(form.start) ?? '',
    endsAt: isoOf(form.end),
    message: form.message.trim() || null,
    holdsPublishing: form.holdsPublishing,
  };
}

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
