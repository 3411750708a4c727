import { expect, test } from 'vitest';
import { eventId, gapSince, gapSinceId } from './read-missed.ts';

const now = new Date('2026-11-20T12:00:00.000Z');
const ago = (ms: number) => String(now.getTime() - ms);

test('the id of an event is its time, and a gap begins a minute before it', () => {
  expect(eventId(now)).toBe('1795176000000');
  expect(gapSince(now)).toEqual(new Date('2026-11-20T11:59:00.000Z'));
  expect(gapSinceId(ago(1_000), now)).toEqual(new Date('2026-11-20T11:58:59.000Z'));
});

test('an id is valid for an hour, and for a minute of clock difference', () => {
  expect(gapSinceId(ago(3_600_000), now)).toEqual(new Date('2026-11-20T10:59:00.000Z'));
  expect(gapSinceId(ago(3_600_001), now)).toBeNull();
  expect(gapSinceId(ago(-60_000), now)).toEqual(now);
  expect(gapSinceId(ago(-60_001), now)).toBeNull();
});

test.each([
  '',
  '179517600000',
  '17951760000000',
  'x1795176000000',
  '1795176000000x',
  '1795176000.00',
  '01795176000000',
  '1795176000000.0',
])('an invalid id begins no gap: %j', (id) => {
  expect(gapSinceId(id, now)).toBeNull();
});
