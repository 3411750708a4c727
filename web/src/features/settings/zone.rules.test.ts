import { expect, test } from 'vitest';
import { isSameZone, zoneCity, zoneLabel, zoneOptions } from './zone.rules.ts';

const now = Date.parse('2026-11-21T12:00:00Z');

test('a zone is called by its city and what it is ahead of Greenwich now', () => {
  expect(zoneCity('America/Argentina/Buenos_Aires')).toBe('Buenos Aires');
  expect(zoneLabel('Pacific/Auckland', now)).toBe('Auckland (GMT+13)');
  expect(zoneLabel('UTC', now)).toBe('UTC (GMT)');
});

test('two names of one zone are the same, two zones of one offset are not', () => {
  expect(isSameZone('Asia/Calcutta', 'Asia/Kolkata')).toBe(true);
  expect(isSameZone('Europe/Paris', 'Europe/Berlin')).toBe(false);
});

test('every zone can be chosen, the person’s own included, each once and with its offset', () => {
  const options = zoneOptions(now, 'Asia/Calcutta', 'Europe/Paris');
  expect(options.length).toBeGreaterThan(400);
  expect(new Set(options.map(({ value }) => value)).size).toBe(options.length);
  expect(options).toContainEqual({ value: 'America/St_Johns', label: 'America/St Johns (GMT-3:30)' });
  expect(options.some(({ value }) => value === 'Asia/Calcutta')).toBe(true);
});
