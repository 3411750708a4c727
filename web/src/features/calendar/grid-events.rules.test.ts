import { expect, test } from 'vitest';
import { buildPost } from '../posts/build-post.fixture.ts';
import { eventsOf } from './grid-events.rules.ts';

const always = () => true;
const walls = (iso: string, zone: string) =>
  eventsOf([buildPost({ scheduledTime: iso })], zone, always, null).map(({ start, end }) => [start, end]);

test('CAL-14 a post is at its wall clock in the zone, on both sides of a change of the clocks', () => {
  expect(walls('2026-10-25T00:30:00.000Z', 'Europe/Paris')).toEqual([
    ['2026-10-25T02:30', '2026-10-25T03:00'],
  ]);
  expect(walls('2026-10-25T01:30:00.000Z', 'Europe/Paris')).toEqual([
    ['2026-10-25T02:30', '2026-10-25T03:00'],
  ]);
  expect(walls('2026-03-29T01:00:00.000Z', 'Europe/Paris')).toEqual([
    ['2026-03-29T03:00', '2026-03-29T03:30'],
  ]);
  expect(walls('2026-03-08T05:29:00.000Z', 'America/St_Johns')).toEqual([
    ['2026-03-08T01:59', '2026-03-08T02:29'],
  ]);
  expect(walls('2026-03-08T05:30:00.000Z', 'America/St_Johns')).toEqual([
    ['2026-03-08T03:00', '2026-03-08T03:30'],
  ]);
});

test('a post just before midnight ends with its day', () => {
  expect(walls('2026-11-22T23:45:00.000Z', 'UTC')).toEqual([['2026-11-22T23:45', '2026-11-23T00:00']]);
  expect(walls('2026-11-22T23:30:00.000Z', 'UTC')).toEqual([['2026-11-22T23:30', '2026-11-23T00:00']]);
});

test('a carried post is first of the day that it hangs over; a post without a time is left out', () => {
  const posts = [
    buildPost({ id: '1' }),
    buildPost({ id: '2' }),
    buildPost({ id: '3', scheduledTime: 'never' }),
  ];
  const events = eventsOf(posts, 'UTC', (post) => post.id === '2', { id: '2', wall: '2026-12-01T10:00' });
  expect(events).toEqual([
    {
      id: '1',
      title: 'Small steps win.',
      start: '2026-11-21T09:00',
      end: '2026-11-21T09:30',
      startEditable: false,
      extendedProps: { post: posts[0], isCarried: false, order: 1 },
    },
    {
      id: '2',
      title: 'Small steps win.',
      start: '2026-12-01T10:00',
      end: '2026-12-01T10:30',
      startEditable: true,
      extendedProps: { post: posts[1], isCarried: true, order: 0 },
    },
  ]);
});
