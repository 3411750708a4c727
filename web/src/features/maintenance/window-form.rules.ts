/** What the form for a window holds: local date-times as the inputs give them. */
export type WindowForm = { start: string; end: string; message: string; holdsPublishing: boolean };

/** The instant of a local date-time in this browser's zone, as ISO; null where it is none. */
function isoOf(local: string): string | null {
  const time = new Date(local).getTime();
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

export type WindowFaults = { start?: string; end?: string };

/** What the form lacks, by field; empty where it can be sent. */
export function windowFaults(form: WindowForm, now: number): WindowFaults {
  const [start, end] = [isoOf(form.start), isoOf(form.end)];
  if (start === null) return { start: 'Choose when it starts.' };
  if (form.end === '') return {};
  if (end === null || end <= start) return { end: 'The end must be after the start.' };
  return Date.parse(end) <= now ? { end: 'The end must be in the future.' } : {};
}

/** What the call takes. An empty message, and an empty end, are none. */
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
