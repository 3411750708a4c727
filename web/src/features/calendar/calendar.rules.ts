/**
 * What the calendar shows, and where. Days are `2026-11-23`, local times `2026-11-23T09:00`, both in the
 * person's zone. The grid gets local times as if they were UTC, so that it converts nothing and a time
 * skipped by the clocks is never lost.
 */
import type { Post } from '@drumbeat/contract/posts/posts.ts';
import { DAY_MS } from '@drumbeat/contract/time.ts';
import { fromWallClock, startOfDay, toWallClock } from '../posts/wall-clock.rules.ts';

const spans = ['month', 'week', 'day'] as const;

export type Span = (typeof spans)[number];

/** Which part of the calendar is shown; kept in the URL. */
export type Place = { span: Span; day: string };

const isSpan = (text: string | null): text is Span => spans.some((name) => name === text);

export function isDay(text: string | null): text is string {
  return text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && addDays(text, 0) === text;
}

/** The place in the URL's parameters; by default the current month. */
export function readPlace(params: URLSearchParams, today: string): Place {
  const span = params.get('span');
  const day = params.get('day');
  return { span: isSpan(span) ? span : 'month', day: isDay(day) ? day : today };
}

/** The URL parameters of a place. The current month is left out. */
export function writePlace(params: URLSearchParams, place: Place, today: string): URLSearchParams {
  const written = new URLSearchParams(params);
  const put = (name: string, value: string, unsaid: string): void => {
    if (value === unsaid) written.delete(name);
    else written.set(name, value);
  };
  put('span', place.span, 'month');
  put('day', place.day, today);
  return written;
}

export function addDays(day: string, days: number): string {
  const time = Date.parse(`${day}T00:00:00.000Z`) + days * DAY_MS;
  return Number.isFinite(time) ? new Date(time).toISOString().slice(0, 10) : '';
}

/** The same day in another month, or that month's last day if it is shorter. */
function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10);
}

/** The previous (-1) or next (1) page. */
export function turnPage({ span, day }: Place, by: -1 | 1): Place {
  if (span === 'month') return { span, day: addMonths(day, by) };
  return { span, day: addDays(day, by * (span === 'week' ? 7 : 1)) };
}

/** The first day of the week that contains this day; `weekStart` is 0 (Sunday) to 6. */
export function weekOf(day: string, weekStart: number): string {
  const weekday = new Date(`${day}T00:00:00.000Z`).getUTCDay();
  return addDays(day, -((weekday - weekStart + 7) % 7));
}

/** The 42 days of the six weeks that show this day's month. */
export function sixWeeks(day: string, weekStart: number): string[] {
  const first = weekOf(`${day.slice(0, 8)}01`, weekStart);
  return Array.from({ length: 42 }, (_, index) => addDays(first, index));
}

/** The posts of each day, soonest first. One without a valid date is on no day. */
export function byDay(posts: readonly Post[], zone: string): Map<string, Post[]> {
  const days = new Map<string, Post[]>();
  // Left out before sorting: an invalid time compares with nothing, and would leave its neighbours unsorted.
  const dated = posts
    .map((post) => ({ post, time: Date.parse(post.scheduledTime) }))
    .filter(({ time }) => Number.isFinite(time));
  for (const { post, time } of dated.sort((a, b) => a.time - b.time)) {
    const day = toWallClock(time, zone).slice(0, 10);
    const known = days.get(day);
    if (known) known.push(post);
    else days.set(day, [post]);
  }
  return days;
}

/** Posted is green, failed red, all others have the brand colour (CAL-09). */
export function toneOf(post: Pick<Post, 'status'>): 'posted' | 'failed' | 'brand' {
  if (post.status === 'Posted') return 'posted';
  return post.status === 'Failed' ? 'failed' : 'brand';
}

const SLOT_MINUTES = 30;

/** Where an arrow key moves a picked-up post: by days in the month, else by days and half hours. */
export function stepByKey(wall: string, key: string, span: Span): string | null {
  const [day = '', clock = ''] = [wall.slice(0, 10), wall.slice(11, 16)];
  if (key === 'ArrowLeft') return `${addDays(day, -1)}T${clock}`;
  if (key === 'ArrowRight') return `${addDays(day, 1)}T${clock}`;
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return null;
  const by = key === 'ArrowUp' ? -1 : 1;
  if (span === 'month') return `${addDays(day, 7 * by)}T${clock}`;
  const time = Date.parse(`${wall.slice(0, 16)}:00.000Z`) + by * SLOT_MINUTES * 60_000;
  return new Date(time).toISOString().slice(0, 16);
}

/** The days on screen: the first day, and the day after the last (exclusive). */
export function shownDays({ span, day }: Place, weekStart: number): { from: string; until: string } {
  if (span === 'day') return { from: day, until: addDays(day, 1) };
  if (span === 'week') return { from: weekOf(day, weekStart), until: addDays(weekOf(day, weekStart), 7) };
  const from = weekOf(`${day.slice(0, 8)}01`, weekStart);
  return { from, until: addDays(from, 42) };
}

/** The same range in ms: from the start of the first day in the person's zone to that of the day after. */
export function rangeOf(place: Place, weekStart: number, zone: string): { from: number; until: number } {
  const { from, until } = shownDays(place, weekStart);
  // Noon exists on every day in every zone; midnight may be skipped.
  const start = (day: string): number => {
    const noon = fromWallClock(`${day}T12:00`, zone);
    return noon === null ? Number.POSITIVE_INFINITY : startOfDay(noon, zone);
  };
  return { from: start(from), until: start(until) };
}

/** An event for FullCalendar; `start` and `end` are local times. */
type GridEvent = {
  id: string;
  title: string;
  start: string;
  end: string;
  startEditable: boolean;
  /** `order` puts the post being moved first, so that it is never hidden under '+N more'. */
  extendedProps: { post: Post; isCarried: boolean; order: number };
};

const SHOWN_MINUTES = 30;

/** The posts as events for the grid. A post being moved by keyboard is at its current place. */
export function eventsOf(
  posts: readonly Post[],
  zone: string,
  isMovable: (post: Post) => boolean,
  carried: { id: string; wall: string } | null,
): GridEvent[] {
  return posts.flatMap((post) => {
    const time = Date.parse(post.scheduledTime);
    if (!Number.isFinite(time)) return [];
    const isCarried = carried?.id === post.id;
    const start = isCarried ? carried.wall : toWallClock(time, zone);
    return {
      id: post.id,
      title: post.content,
      start,
      end: endOf(start),
      startEditable: isMovable(post),
      extendedProps: { post, isCarried, order: isCarried ? 0 : 1 },
    };
  });
}

/** Half an hour after the local time, but no later than midnight: a post never reaches into the next day. */
function endOf(wall: string): string {
  const end = new Date(Date.parse(`${wall}:00.000Z`) + SHOWN_MINUTES * 60_000).toISOString();
  return end.slice(0, 10) === wall.slice(0, 10) ? end.slice(0, 16) : `${end.slice(0, 10)}T00:00`;
}
