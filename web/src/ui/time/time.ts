/** The only module that formats times: in plain words, in the person's time zone. `now` is a parameter. */

/** Clock and week conventions of a locale (`en-US`, `de`). */

/** Weekdays as in `Date.getDay`: 0 is Sunday. */
export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;

type WeekInfo = { firstDay: number };

type LocaleWithWeeks = Intl.Locale & { getWeekInfo?: () => WeekInfo };

/** Regions whose week does not start on Monday (CLDR), for browsers without this data. */
const SUNDAY_REGIONS =
  'AG AS BD BR BS BT BW BZ CA CO DM DO ET GT GU HK HN ID IL IN IS JM JP KE KH KR LA MH MM MO MT MX MZ NI NP PA PE PH PK PR PT PY SA SG SV TH TT TW UM US VE VI WS YE ZA ZW';

const SATURDAY_REGIONS = 'AF BH DJ DZ EG IQ IR JO KW LY OM QA SD SY';

/** The first day of the week by the locale's region alone. */
export function firstDayByRegion(locale: Intl.Locale): Weekday {
  const region = locale.maximize().region ?? '';
  if (SUNDAY_REGIONS.split(' ').includes(region)) return 0;
  if (SATURDAY_REGIONS.split(' ').includes(region)) return 6;
  return region === 'MV' ? 5 : 1;
}

/** The first day of the week in the locale. */
export function firstDayOf(tag: string): Weekday {
  const locale = new Intl.Locale(tag) as LocaleWithWeeks;
  const info = locale.getWeekInfo?.();
  // Intl numbers Monday to Sunday as 1 to 7.
  return info ? ((info.firstDay % 7) as Weekday) : firstDayByRegion(locale);
}

/** `h12` if the locale uses a 12-hour clock, otherwise `h23`. */
function hourCycleOf(tag: string): 'h12' | 'h23' {
  const cycle = new Intl.DateTimeFormat(tag, { hour: 'numeric' }).resolvedOptions().hourCycle;
  return cycle === 'h12' || cycle === 'h11' ? 'h12' : 'h23';
}

/** Words and date order are the same in every locale; only the clock follows the device. */
const LOCALE = 'en-GB';

const formats = new Map<string, Intl.DateTimeFormat>();

/** Caches formatters: creating one costs a hundred times a use, and a calendar formats hundreds of times. */
function format(
  time: number,
  locale: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormatPart[] {
  const key = `${locale} ${JSON.stringify(options)}`;
  const formatter = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, formatter);
  return formatter.formatToParts(time);
}

/** The formatted text without commas, which vary between browsers, and with ordinary spaces. */
function plainText(parts: readonly Intl.DateTimeFormatPart[]): string {
  const text = parts.map((part) => part.value).join('');
  return text.replaceAll(',', '').replaceAll(/\s/g, ' ');
}

function datePart(time: number, timeZone: string, options: Intl.DateTimeFormatOptions): string {
  return plainText(format(time, LOCALE, { timeZone, ...options }));
}

function dayNumber(time: number, timeZone: string): number {
  const parts = datePart(time, timeZone, { day: '2-digit', month: '2-digit', year: 'numeric' }).split('/');
  const [day = 1, month = 1, year = 0] = parts.map(Number);
  return Date.UTC(year, month - 1, day) / 86_400_000;
}

/** Days from today's date to the date of `time`, both in the zone: 1 is tomorrow. */
export function daysFromToday(time: number, timeZone: string, now: number): number {
  return dayNumber(time, timeZone) - dayNumber(now, timeZone);
}

let known: { tag: string; cycle: 'h12' | 'h23' } | undefined;

function deviceHourCycle(): 'h12' | 'h23' {
  const tag = navigator.language;
  if (known?.tag !== tag) known = { tag, cycle: hourCycleOf(tag) };
  return known.cycle;
}

/** The first day of the device's week: 0 is Sunday, as in `Date.getDay` and FullCalendar's `firstDay`. */
export function weekStart(): Weekday {
  return firstDayOf(navigator.language);
}

/** The days of the week in the device's order. */
export function weekOrder(): Weekday[] {
  const first = weekStart();
  return Array.from({ length: 7 }, (_, index) => ((first + index) % 7) as Weekday);
}

/** '09:00', or '9:00 AM' if the device's locale has a 12-hour clock. */
export function timeText(time: number, timeZone: string): string {
  const cycle = deviceHourCycle();
  if (cycle === 'h23')
    return datePart(time, timeZone, { hour: '2-digit', minute: '2-digit', hourCycle: cycle });
  return plainText(format(time, 'en-US', { timeZone, hour: 'numeric', minute: '2-digit', hourCycle: cycle }));
}

/** Formats a local time such as '09:00' for the device's locale. */
export function wallTimeText(wallTime: string): string {
  return timeText(Date.parse(`1970-01-01T${wallTime}:00Z`), 'UTC');
}

/** A date, with the year if it is not the current one. */
function dateWithYear(
  time: number,
  timeZone: string,
  now: number,
  options: Intl.DateTimeFormatOptions,
): string {
  const year = (of: number) => datePart(of, timeZone, { year: 'numeric' });
  return datePart(time, timeZone, year(time) === year(now) ? options : { ...options, year: 'numeric' });
}

/** '28 Nov', with the year if it is not the current one: for charges, invoices and end dates. */
export function dateText(time: number, timeZone: string, now: number): string {
  return dateWithYear(time, timeZone, now, { day: 'numeric', month: 'short' });
}

/** 'Monday 23 Nov', with the year if it is not the current one: for day headings. */
export function dayHeading(time: number, timeZone: string, now: number): string {
  return dateWithYear(time, timeZone, now, { weekday: 'long', day: 'numeric', month: 'short' });
}

/** 'Mon 23 Nov' for a calendar date such as `2026-11-23`. */
export function wallDayText(date: string): string {
  return datePart(Date.parse(`${date}T00:00:00Z`), 'UTC', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
  });
}

/** 'Today', 'Tomorrow', 'Yesterday', 'Wednesday' within a week, else 'Wed 3 Feb'; the year if it differs. */
export function dayText(time: number, timeZone: string, now: number): string {
  const days = daysFromToday(time, timeZone, now);
  if (days === 0) return 'Today';
  if (days === 1) return 'Tomorrow';
  if (days === -1) return 'Yesterday';
  if (days > 1 && days < 7) return datePart(time, timeZone, { weekday: 'long' });
  return dateWithYear(time, timeZone, now, { weekday: 'short', day: 'numeric', month: 'short' });
}

/** A moment by itself: 'Tomorrow 09:00'. Within a sentence it is `dayTimePhrase`. */
export function momentText(time: number, timeZone: string, now: number): string {
  return `${dayText(time, timeZone, now)} ${timeText(time, timeZone)}`;
}

/** A day within a sentence: 'today', 'tomorrow', 'Wednesday', 'Wed 3 Feb'. */
export function dayPhrase(time: number, timeZone: string, now: number): string {
  const text = dayText(time, timeZone, now);
  return Math.abs(daysFromToday(time, timeZone, now)) <= 1 ? text.toLowerCase() : text;
}

/** A day within a sentence, with 'on' where needed: 'today', 'tomorrow', 'on Wednesday'. */
export function onDayPhrase(time: number, timeZone: string, now: number): string {
  const near = Math.abs(daysFromToday(time, timeZone, now)) <= 1;
  return near ? dayPhrase(time, timeZone, now) : `on ${dayText(time, timeZone, now)}`;
}

/** A moment within a sentence, after a word such as 'for' or 'until': 'tomorrow 09:00', 'Wednesday 09:00'. */
export function dayTimePhrase(time: number, timeZone: string, now: number): string {
  return `${dayPhrase(time, timeZone, now)} ${timeText(time, timeZone)}`;
}

/** A moment within a sentence, with 'on' and 'at': 'today at 09:17', 'on Wednesday at 09:17'. */
export function momentPhrase(time: number, timeZone: string, now: number): string {
  return `${onDayPhrase(time, timeZone, now)} at ${timeText(time, timeZone)}`;
}

/** 'Sunday 22 November 2026 at 09:00, Europe/Paris (GMT+01:00)' */
export function fullMomentText(time: number, timeZone: string): string {
  const date = datePart(time, timeZone, { dateStyle: 'full' });
  return `${date} at ${timeText(time, timeZone)}, ${timeZone} (${offsetName(time, timeZone, 'longOffset')})`;
}

/** The zone's UTC offset at that instant: 'GMT+13', 'GMT-3:30', 'GMT'; with `longOffset` 'GMT+13:00'. */
export function offsetName(
  time: number,
  timeZone: string,
  style: 'shortOffset' | 'longOffset' = 'shortOffset',
): string {
  const parts = format(time, LOCALE, { timeZone, timeZoneName: style });
  const name = parts.find((part) => part.type === 'timeZoneName')?.value ?? 'GMT';
  return name === 'GMT+0' || name === 'UTC' ? 'GMT' : name;
}
