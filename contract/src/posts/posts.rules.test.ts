import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isSchedulable,
  isTemporaryId,
  mergeStatus,
  onTheirWay,
  outsideWindow,
  postCan,
  readStatus,
  scheduleWindowEnd,
  TIME_IN_PAST,
} from './posts.rules.ts';
import { postStatus } from './posts.ts';

const DAY_MS = 86_400_000;
const now = Date.parse('2026-11-21T12:00:00Z');

describe('the status that is shown', () => {
  test('never falls back from Posted, and follows the server among Failed and Processing', () => {
    expect(mergeStatus('Pending', 'Processing')).toBe('Processing');
    expect(mergeStatus('Processing', 'Pending')).toBe('Processing');
    expect(mergeStatus('Processing', 'Failed')).toBe('Failed');
    expect(mergeStatus('Failed', 'Processing')).toBe('Processing');
    expect(mergeStatus('Failed', 'Pending')).toBe('Failed');
    expect(mergeStatus('Posted', 'Failed')).toBe('Posted');
    expect(mergeStatus('Failed', 'Posted')).toBe('Posted');
  });
});

test('a refused time gets a reason, with the end of the period in the person’s zone', () => {
  expect(TIME_IN_PAST).toBe(
    'Choose a time in the future and within your schedule period. That moment has passed.',
  );
  const end = Date.parse('2026-12-31T23:05:00Z');
  expect(outsideWindow(end, 'UTC')).toBe(
    'Choose a time in the future and within your schedule period. It ends on 31 December 2026 at 23:05.',
  );
  expect(outsideWindow(end, 'Europe/Paris')).toContain('It ends on 1 January 2027 at 00:05.');
});

test('posts that cannot be stopped any more are counted', () => {
  expect([0, 1, 2].map(onTheirWay)).toEqual([
    '',
    ' One post is already on its way to X.',
    ' 2 posts are already on their way to X.',
  ]);
});

describe('a status as it arrives', () => {
  test('POST-03 is Pending, Processing, Failed or Posted; two come in capitals as well', () => {
    expect(postStatus.options).toEqual(['Pending', 'Processing', 'Failed', 'Posted']);
    expect(postStatus.options.map(readStatus)).toEqual(postStatus.options);
    expect([readStatus('POSTED'), readStatus('FAILED')]).toEqual(['Posted', 'Failed']);
  });

  test('POST-04 of any other value means that the post is pending', () => {
    for (const value of ['', 'PENDING', 'posted', 'Queued', 'toString', '__proto__'])
      expect(readStatus(value), value).toBe('Pending');
    fc.assert(
      fc.property(fc.string(), (value) => {
        expect(postStatus.options).toContain(readStatus(value));
      }),
    );
  });
});

test('POST-02 a post that is not saved yet has an id of two numbers', () => {
  for (const id of ['0-0', '1763726400000-13']) expect(isTemporaryId(id), id).toBe(true);
  for (const id of ['', '12', '1-', '-1', '1-2-3', 'a1-2', '1-2b', '1-b'])
    expect(isTemporaryId(id), id).toBe(false);
});

test('what may be done with a post follows from its status alone', () => {
  const may = Object.fromEntries(
    postStatus.options.map((status) => [
      status,
      [postCan.edit({ status }), postCan.delete({ status }), postCan.retry({ status })],
    ]),
  );
  expect(may).toEqual({
    Pending: [true, true, false],
    Processing: [false, false, false],
    Failed: [true, true, true],
    Posted: [false, false, false],
  });
});

describe('the window for planning', () => {
  const ends = { trialEnd: '2026-11-28T12:00:00Z', subscriptionExpiryDate: '2026-12-21T12:00:00Z' };

  test('ends with the trial, else with the paid period, else after 30 days', () => {
    expect(scheduleWindowEnd({ isInTrial: true, ...ends }, now)).toBe(now + 7 * DAY_MS);
    expect(scheduleWindowEnd({ isInTrial: false, ...ends }, now)).toBe(now + 30 * DAY_MS);
    expect(scheduleWindowEnd({ isInTrial: true, ...ends, trialEnd: null }, now)).toBe(now + 30 * DAY_MS);
    const none = { isInTrial: false, trialEnd: ends.trialEnd, subscriptionExpiryDate: null };
    expect(scheduleWindowEnd(none, now)).toBe(now + 30 * DAY_MS);
    expect(scheduleWindowEnd({ ...none, subscriptionExpiryDate: '2026-11-25T12:00:00Z' }, now)).toBe(
      now + 4 * DAY_MS,
    );
  });

  test('holds what is later than now and not after its end', () => {
    const end = now + DAY_MS;
    expect(isSchedulable(now + 1, end, now)).toBe(true);
    expect(isSchedulable(end, end, now)).toBe(true);
    expect(isSchedulable(now, end, now)).toBe(false);
    expect(isSchedulable(end + 1, end, now)).toBe(false);
    expect(isSchedulable(Number.NaN, end, now)).toBe(false);
    expect(isSchedulable(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, now)).toBe(false);
  });
});
