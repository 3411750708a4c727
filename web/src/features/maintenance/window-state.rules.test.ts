import { expect, test } from 'vitest';
import { isCancelable, windowState } from './window.rules.ts';

const now = Date.parse('2027-01-01T12:00:00Z');
const window = { starts_at: '2027-01-01T11:00:00Z', ends_at: '2027-01-01T13:00:00Z', canceled_at: null };

test('MNT-21 MNT-22 a window is planned, active, over or canceled', () => {
  expect(windowState(window, now)).toBe('Active');
  expect(windowState(window, Date.parse(window.starts_at))).toBe('Active');
  expect(windowState(window, Date.parse(window.starts_at) - 1)).toBe('Planned');
  expect(windowState(window, Date.parse(window.ends_at))).toBe('Over');
  expect(windowState({ ...window, ends_at: null }, now + 1e10)).toBe('Active');
  expect(windowState({ ...window, canceled_at: '2027-01-01T10:00:00Z' }, now)).toBe('Canceled');
});

test('MNT-21 a window can be canceled until it is over', () => {
  const [start, end] = [Date.parse(window.starts_at), Date.parse(window.ends_at)];
  expect([start - 1, start, end - 1, end].map((at) => isCancelable(window, at))).toEqual([
    true,
    true,
    true,
    false,
  ]);
  expect(isCancelable({ ...window, canceled_at: '2027-01-01T10:00:00Z' }, now)).toBe(false);
});
