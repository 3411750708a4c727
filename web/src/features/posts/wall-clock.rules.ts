import { DAY_MS } from '@drumbeat/contract/time.ts';

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterFor(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  // Stryker disable next-line ConditionalExpression: keeping the formatters only saves time.
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formatters.set(zone, made);
  return made;
}

/** The local time of an instant in a zone, in ms as if it were UTC. */
function wallOf(time: number, zone: string): number {
  const parts: Record<string, number> = {};
  for (const { type, value } of formatterFor(zone).formatToParts(time)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** The local time in a zone, as a date-time input expects it: `2026-11-21T09:00`; empty if there is none. */
export function toWallClock(time: number, zone: string): string {
  if (!Number.isFinite(time)) return '';
  return new Date(wallOf(time, zone)).toISOString().slice(0, 16);
}

/**
 * The instant of a local time (seconds are optional); null if the text is not a date and time. If the hour
 * occurs twice, the first one counts; if it is skipped, it moves forward by the gap.
 */
export function fromWallClock(text: string, zone: string): number | null {
  const whole = text.length === 16 ? `${text}:00` : text;
  const wall = Date.parse(`${whole}.000Z`);
  if (!Number.isFinite(wall) || new Date(wall).toISOString().slice(0, 19) !== whole) return null;
  const offsetNear = (time: number): number => wallOf(time, zone) - time;
  const before = wall - offsetNear(wall - DAY_MS);
  const after = wall - offsetNear(wall + DAY_MS);
  const exact = [before, after].filter((time) => wallOf(time, zone) === wall);
  return exact.length > 0 ? Math.min(...exact) : before;
}

/** The first instant of the day that is `days` after the day of `time`, in that zone. */
export function startOfDay(time: number, zone: string, days = 0): number {
  const today = Date.parse(`${toWallClock(time, zone).slice(0, 10)}T00:00:00.000Z`);
  const date = new Date(today + days * DAY_MS).toISOString().slice(0, 10);
  return fromWallClock(`${date}T00:00`, zone) ?? time;
}
