import { afterEach, expect, test, vi } from 'vitest';
import {
  dateText,
  dayHeading,
  dayPhrase,
  daysFromToday,
  dayText,
  dayTimePhrase,
  firstDayByRegion,
  firstDayOf,
  fullMomentText,
  momentPhrase,
  momentText,
  offsetName,
  onDayPhrase,
  timeText,
  wallDayText,
  wallTimeText,
  weekOrder,
  weekStart,
} from './time.ts';

afterEach(() => vi.restoreAllMocks());

const speak = (tag: string) => vi.spyOn(navigator, 'language', 'get').mockReturnValue(tag);

const paris = 'Europe/Paris';

const now = Date.parse('2026-11-21T20:00:00Z');

test('days are those of the zone, not of UTC', () => {
  expect(daysFromToday(Date.parse('2026-11-21T23:30:00Z'), paris, now)).toBe(1);
  expect(daysFromToday(Date.parse('2026-11-21T23:30:00Z'), 'America/New_York', now)).toBe(0);
  expect(daysFromToday(Date.parse('2026-03-29T12:00:00Z'), paris, Date.parse('2026-03-28T23:30:00Z'))).toBe(
    0,
  );
});

test('a time is named by its day', () => {
  expect(momentText(Date.parse('2026-11-22T08:00:00Z'), paris, now)).toBe('Tomorrow 09:00');
  expect(momentText(Date.parse('2026-11-21T20:30:00Z'), paris, now)).toBe('Today 21:30');
  expect(dayText(Date.parse('2026-11-20T20:30:00Z'), paris, now)).toBe('Yesterday');
  expect(dayText(Date.parse('2026-11-25T08:00:00Z'), paris, now)).toBe('Wednesday');
  expect(dayText(Date.parse('2026-11-28T08:00:00Z'), paris, now)).toBe('Sat 28 Nov');
  expect(dayText(Date.parse('2026-11-19T08:00:00Z'), paris, now)).toBe('Thu 19 Nov');
  expect(dayText(Date.parse('2027-02-03T08:00:00Z'), paris, now)).toBe('Wed 3 Feb 2027');
});

test('the day of a charge is a date, in the zone, with the year only where it differs', () => {
  expect(dateText(Date.parse('2026-11-28T23:30:00Z'), paris, now)).toBe('29 Nov');
  expect(dateText(Date.parse('2026-11-28T23:30:00Z'), 'America/New_York', now)).toBe('28 Nov');
  expect(dateText(Date.parse('2027-01-02T12:00:00Z'), paris, now)).toBe('2 Jan 2027');
});

test('the full form names date, zone and offset', () => {
  expect(fullMomentText(Date.parse('2026-11-22T08:00:00Z'), paris)).toBe(
    'Sunday 22 November 2026 at 09:00, Europe/Paris (GMT+01:00)',
  );
  expect(timeText(Date.parse('2026-07-01T08:00:00Z'), paris)).toBe('10:00');
});

test('inside a sentence a day is lower case or has a preposition', () => {
  const today = Date.parse('2026-11-21T20:30:00Z');
  const friday = Date.parse('2026-11-27T08:00:00Z');
  expect(dayPhrase(today, paris, now)).toBe('today');
  expect(dayPhrase(friday, paris, now)).toBe('Friday');
  expect(dayPhrase(Date.parse('2026-11-20T08:00:00Z'), paris, now)).toBe('yesterday');
  expect(onDayPhrase(Date.parse('2026-11-22T08:00:00Z'), paris, now)).toBe('tomorrow');
  expect(onDayPhrase(friday, paris, now)).toBe('on Friday');
  expect(momentPhrase(today, paris, now)).toBe('today at 21:30');
  expect(momentPhrase(friday, paris, now)).toBe('on Friday at 09:00');
  expect(dayTimePhrase(today, paris, now)).toBe('today 21:30');
  expect(dayTimePhrase(friday, paris, now)).toBe('Friday 09:00');
});

test('the clock has 12 or 24 hours as in the locale of the device', () => {
  const [night, noon, evening] = ['00:05', '12:00', '18:00'];
  speak('en-US');
  expect([night, noon, evening].map(wallTimeText)).toEqual(['12:05 AM', '12:00 PM', '6:00 PM']);
  expect(momentText(Date.parse('2026-11-22T08:00:00Z'), paris, now)).toBe('Tomorrow 9:00 AM');
  expect(fullMomentText(Date.parse('2026-11-22T17:00:00Z'), paris)).toContain('at 6:00 PM, Europe/Paris');
  speak('de-DE');
  expect([night, noon, evening].map(wallTimeText)).toEqual(['00:05', '12:00', '18:00']);
  speak('en-US-u-hc-h23');
  expect(wallTimeText(night)).toBe('00:05');
});

test('CAL-14 the week starts as the locale says', () => {
  speak('en-US');
  expect([weekStart(), weekOrder()]).toEqual([0, [0, 1, 2, 3, 4, 5, 6]]);
  speak('fr-FR');
  expect([weekStart(), weekOrder()]).toEqual([1, [1, 2, 3, 4, 5, 6, 0]]);
  speak('ar-EG');
  expect([weekStart(), weekOrder()]).toEqual([6, [6, 0, 1, 2, 3, 4, 5]]);
});

test('the heading of a day names weekday and date, with the year only where it differs', () => {
  expect(dayHeading(Date.parse('2026-11-22T23:30:00Z'), paris, now)).toBe('Monday 23 Nov');
  expect(dayHeading(Date.parse('2027-01-03T12:00:00Z'), paris, now)).toBe('Sunday 3 Jan 2027');
  expect(wallDayText('2026-11-23')).toBe('Mon 23 Nov');
});

test('an offset is written as short as possible, and follows summer time', () => {
  const july = Date.parse('2026-07-01T08:00:00Z');
  expect(offsetName(now, 'Pacific/Auckland')).toBe('GMT+13');
  expect(offsetName(july, 'Pacific/Auckland')).toBe('GMT+12');
  expect(offsetName(july, 'America/St_Johns')).toBe('GMT-2:30');
  expect(offsetName(july, 'UTC')).toBe('GMT');
});

function allRegions(): string[] {
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index));
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  return codes.filter(
    (code) => code !== 'ZZ' && new Intl.DisplayNames('en', { type: 'region' }).of(code) !== code,
  );
}

test('CAL-14 our table of first weekdays agrees with the browser', () => {
  const regions = allRegions();
  expect(regions.length).toBeGreaterThan(240);
  const wrong = regions.filter((region) => {
    const locale = new Intl.Locale(`en-${region}`);
    return locale.region === region && firstDayByRegion(locale) !== firstDayOf(locale.toString());
  });
  expect(wrong).toEqual([]);
});

test('CAL-14 a locale without a region counts as its most likely one', () => {
  expect(firstDayByRegion(new Intl.Locale('en'))).toBe(0);
  expect(firstDayByRegion(new Intl.Locale('de'))).toBe(1);
  expect([firstDayOf('pt-BR'), firstDayOf('en-GB'), firstDayOf('fa-IR'), firstDayOf('dv-MV')]).toEqual([
    0, 1, 6, 5,
  ]);
});
