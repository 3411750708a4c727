/** Times as people say them, in the zone that they plan in. Pure: `now` is given. */

const LOCALE = 'en-GB';

function dayNumber(time: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(time).split('-');
  const [year = 0, month = 1, day = 1] = parts.map(Number);
  return Date.UTC(year, month - 1, day) / 86_400_000;
}

/** Days from today's date to the instant's date, both as the zone's calendar has them: 1 is tomorrow. */
export function daysFromToday(time: number, timeZone: string, now: number): number {
  return dayNumber(time, timeZone) - dayNumber(now, timeZone);
}

/** '09:00' */
export function clockText(time: number, timeZone: string): string {
  return new Intl.DateTimeFormat(LOCALE, { timeZone, timeStyle: 'short' }).format(time);
}

/** A date as `format` has it, with the year where it is not this one. */
function datePart(time: number, timeZone: string, now: number, format: Intl.DateTimeFormatOptions): string {
  const year = (of: number) => new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric' }).format(of);
  const shown: Intl.DateTimeFormatOptions =
    year(time) === year(now) ? format : { ...format, year: 'numeric' };
  return new Intl.DateTimeFormat(LOCALE, { timeZone, ...shown }).format(time).replaceAll(',', '');
}

/** '28 Nov', with the year if it differs: the day of a charge, of an invoice, of an end. */
export function dateText(time: number, timeZone: string, now: number): string {
  return datePart(time, timeZone, now, { day: 'numeric', month: 'short' });
}

/** 'Today', 'Tomorrow', 'Yesterday', 'Wednesday' within the coming week, else 'Wed 3 Feb', with the year if it differs. */
export function dayText(time: number, timeZone: string, now: number): string {
  const days = daysFromToday(time, timeZone, now);
  if (days === 0) return 'Today';
  if (days === 1) return 'Tomorrow';
  if (days === -1) return 'Yesterday';
  if (days > 1 && days < 7)
    return new Intl.DateTimeFormat(LOCALE, { timeZone, weekday: 'long' }).format(time);
  return datePart(time, timeZone, now, { weekday: 'short', day: 'numeric', month: 'short' });
}

/** 'Tomorrow 09:00' */
export function momentText(time: number, timeZone: string, now: number): string {
  return `${dayText(time, timeZone, now)} ${clockText(time, timeZone)}`;
}

/** A day inside a sentence: 'today', 'tomorrow', 'Wednesday', 'Wed 3 Feb'. */
export function dayPhrase(time: number, timeZone: string, now: number): string {
  const text = dayText(time, timeZone, now);
  return Math.abs(daysFromToday(time, timeZone, now)) <= 1 ? text.toLowerCase() : text;
}

/** The day that something happens, inside a sentence: 'today', 'tomorrow', 'on Wednesday'. */
export function onDayPhrase(time: number, timeZone: string, now: number): string {
  const near = Math.abs(daysFromToday(time, timeZone, now)) <= 1;
  return near ? dayPhrase(time, timeZone, now) : `on ${dayText(time, timeZone, now)}`;
}

/** A moment inside a sentence: 'today at 09:17', 'on Wednesday at 09:17'. */
export function momentPhrase(time: number, timeZone: string, now: number): string {
  return `${onDayPhrase(time, timeZone, now)} at ${clockText(time, timeZone)}`;
}

/** 'Sunday 22 November 2026 at 09:00, Europe/Paris (GMT+01:00)' */
export function fullMomentText(time: number, timeZone: string): string {
  const date = new Intl.DateTimeFormat(LOCALE, { timeZone, dateStyle: 'full' })
    .format(time)
    .replaceAll(',', '');
  const offset = new Intl.DateTimeFormat(LOCALE, { timeZone, timeZoneName: 'longOffset' })
    .formatToParts(time)
    .find((part) => part.type === 'timeZoneName')?.value;
  return `${date} at ${clockText(time, timeZone)}, ${timeZone} (${offset ?? 'GMT'})`;
}
