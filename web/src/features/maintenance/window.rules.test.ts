import { expect, test } from 'vitest';
import { isCancelable, windowFaults, windowOf, windowState } from './window.rules.ts';

const now = Date.parse('2027-01-01T12:00:00Z');

const local = (iso: string) => {
  const date = new Date(iso);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
};

test('MNT-25 MNT-26 local date-times become ISO instants, and end and message are optional', () => {
  const [start, end] = [local('2027-01-02T09:00:00Z'), local('2027-01-02T10:30:00Z')];
  expect(windowOf({ start, end, message: ' New disks ', holdsPublishing: true })).toEqual({
    startsAt: '2027-01-02T09:00:00.000Z',
    endsAt: '2027-01-02T10:30:00.000Z',
    message: 'New disks',
    holdsPublishing: true,
  });
  expect(windowOf({ start, end: '', message: '  ', holdsPublishing: false })).toEqual({
    startsAt: '2027-01-02T09:00:00.000Z',
    endsAt: null,
    message: null,
    holdsPublishing: false,
  });
});

const start = local('2027-01-02T09:00:00Z');

const AFTER = { end: 'The end must be after the start.' };

const PAST = { end: 'The end must be in the future.' };

const forms = [
  ['', '', { start: 'Choose when it starts.' }],
  [start, '', {}],
  [start, start, AFTER],
  [start, 'soon', AFTER],
  [local('2027-01-01T09:00:00Z'), local('2027-01-01T12:00:00Z'), PAST],
  [local('2027-01-01T09:00:00Z'), local('2027-01-01T12:01:00Z'), {}],
] as const;

test.each(forms)('MNT-30 a window from %j to %j has the faults %o', (start, end, faults) => {
  expect(windowFaults({ start, end, message: '', holdsPublishing: false }, now)).toEqual(faults);
});

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
