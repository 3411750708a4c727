import { expect, test } from 'vitest';
import { windowFaults, windowOf } from './window-form.rules.ts';

const now = Date.parse('2027-01-01T12:00:00Z');
const local = (iso: string) => {
  const date = new Date(iso);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
};

test('MNT-25 MNT-26 local date-times become ISO instants; end and message may be left out', () => {
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

test('MNT-30 the start is needed; an end is after it, and not past', () => {
  const start = local('2027-01-02T09:00:00Z');
  expect(windowFaults({ start: '', end: '', message: '', holdsPublishing: false }, now)).toEqual({
    start: 'Choose when it starts.',
  });
  expect(windowFaults({ start, end: start, message: '', holdsPublishing: false }, now)).toEqual({
    end: 'The end must be after the start.',
  });
  const past = {
    start: local('2026-12-31T09:00:00Z'),
    end: local('2026-12-31T10:00:00Z'),
    message: '',
    holdsPublishing: false,
  };
  expect(windowFaults(past, now)).toEqual({ end: 'The end must be in the future.' });
  expect(windowFaults({ start, end: '', message: '', holdsPublishing: false }, now)).toEqual({});
});

test('an end that is none, or before the start, is refused; one at this very moment is past', () => {
  const start = local('2027-01-02T09:00:00Z');
  for (const end of ['soon', local('2027-01-02T08:59:00Z')]) {
    expect(windowFaults({ start, end, message: '', holdsPublishing: false }, now)).toEqual({
      end: 'The end must be after the start.',
    });
  }
  const running = (end: string) =>
    windowFaults(
      { start: local('2027-01-01T09:00:00Z'), end: local(end), message: '', holdsPublishing: false },
      now,
    );
  expect(running('2027-01-01T12:00:00Z')).toEqual({ end: 'The end must be in the future.' });
  expect(running('2027-01-01T12:01:00Z')).toEqual({});
  expect(windowOf({ start: 'soon', end: '', message: '', holdsPublishing: false }).startsAt).toBe('');
});
