import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromWallClock, startOfDay, toWallClock } from './wall-clock.rules.ts';

const zones = [
  'UTC',
  'Europe/Paris',
  'America/New_York',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Auckland',
  'Pacific/Chatham',
];
const someZone = fc.constantFrom(...zones);
const someMinute = fc
  .integer({ min: Date.UTC(2020, 0, 1) / 60_000, max: Date.UTC(2040, 0, 1) / 60_000 })
  .map((minute) => minute * 60_000);

test('a wall clock leads back to its instant, or to the first of the two that show it', () => {
  fc.assert(
    fc.property(someMinute, someZone, (time, zone) => {
      const text = toWallClock(time, zone);
      const found = fromWallClock(text, zone) ?? Number.NaN;
      expect(toWallClock(found, zone)).toBe(text);
      expect([0, 30, 60]).toContain((time - found) / 60_000);
    }),
    { numRuns: 300 },
  );
});

test('every wall clock means an instant, at most an hour later where the clocks jump over it', () => {
  fc.assert(
    fc.property(someMinute, someZone, (wall, zone) => {
      const text = new Date(wall).toISOString().slice(0, 16);
      const shown = toWallClock(fromWallClock(text, zone) ?? Number.NaN, zone);
      expect([0, 30, 60]).toContain((Date.parse(`${shown}Z`) - Date.parse(`${text}Z`)) / 60_000);
    }),
    { numRuns: 300 },
  );
});

test('an hour that is skipped moves forward, an hour that happens twice means its first time', () => {
  expect(fromWallClock('2026-03-29T02:30', 'Europe/Paris')).toBe(Date.parse('2026-03-29T01:30:00Z'));
  expect(fromWallClock('2026-10-25T02:30', 'Europe/Paris')).toBe(Date.parse('2026-10-25T00:30:00Z'));
});

test('text that is no date and time means nothing', () => {
  for (const text of ['', 'tomorrow', '2026-02-30T09:00', '2026-13-01T09:00', '2026-11-21T25:00']) {
    expect(fromWallClock(text, 'Europe/Paris')).toBeNull();
  }
});

test('a day begins at its midnight in the zone', () => {
  const evening = Date.parse('2026-11-20T23:30:00Z');
  expect(startOfDay(evening, 'Europe/Paris')).toBe(Date.parse('2026-11-20T23:00:00Z'));
  expect(startOfDay(evening, 'America/New_York', 1)).toBe(Date.parse('2026-11-21T05:00:00Z'));
});
