import { expect, test } from 'vitest';
import { isSameZone, zoneCity, zoneLabel, zoneOption, zoneOptions } from './zone.rules.ts';

const now = Date.parse('2026-11-21T12:00:00Z');

test('a zone is named by its city and its present offset', () => {
  expect(zoneCity('America/Argentina/Buenos_Aires')).toBe('Buenos Aires');
  expect(zoneLabel('Pacific/Auckland', now)).toBe('Auckland (GMT+13)');
  expect(zoneLabel('UTC', now)).toBe('UTC (GMT)');
  const july = Date.parse('2026-07-21T12:00:00Z');
  expect(zoneLabel('Pacific/Auckland', july)).toBe('Auckland (GMT+12)');
  expect(zoneOption('America/New_York', july)).toEqual({
    value: 'America/New_York',
    label: 'America/New York (GMT-4)',
  });
});

test('two names of one zone are the same, two zones of one offset are not', () => {
  expect(isSameZone('Asia/Calcutta', 'Asia/Kolkata')).toBe(true);
  expect(isSameZone('Asia/Kolkata', 'Asia/Calcutta')).toBe(true);
  expect(isSameZone('UTC', 'UTC')).toBe(true);
  expect(isSameZone('Europe/Paris', 'Europe/Berlin')).toBe(false);
});

test('every zone can be chosen once, the own one included', () => {
  const options = zoneOptions(now, 'Asia/Calcutta', 'Europe/Paris');
  expect(options.length).toBeGreaterThan(400);
  expect(new Set(options.map(({ value }) => value)).size).toBe(options.length);
  expect(options).toContainEqual({ value: 'America/St_Johns', label: 'America/St Johns (GMT-3:30)' });
  const at = (zone: string) => options.findIndex(({ value }) => value === zone);
  expect(at('Asia/Calcutta')).toBeGreaterThan(at('America/St_Johns'));
  expect(at('Europe/Paris')).toBeGreaterThan(at('Asia/Calcutta'));
});
