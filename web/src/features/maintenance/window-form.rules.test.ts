import { expect, test } from 'vitest';
import { windowFaults, windowOf } from './window.rules.ts';

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
