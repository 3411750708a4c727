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
export function hourCycleOf(tag: string): 'h12' | 'h23' {
  const cycle = new Intl.DateTimeFormat(tag, { hour: 'numeric' }).resolvedOptions().hourCycle;
  return cycle === 'h12' || cycle === 'h11' ? 'h12' : 'h23';
}
