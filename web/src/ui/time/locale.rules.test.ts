import { expect, test } from 'vitest';
import { firstDayByRegion, firstDayOf, hourCycleOf } from './time.ts';

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

test('a locale has 12 or 24 hours unless its tag says which', () => {
  const tags = ['en-US', 'en-IN', 'hi-IN', 'en-GB', 'de-DE', 'ja-JP', 'en-US-u-hc-h23', 'de-DE-u-hc-h12'];
  expect(tags.map(hourCycleOf)).toEqual(['h12', 'h12', 'h12', 'h23', 'h23', 'h23', 'h23', 'h12']);
});
