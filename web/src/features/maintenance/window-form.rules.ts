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
