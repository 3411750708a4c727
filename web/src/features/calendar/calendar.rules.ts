/**
 * What the calendar shows, and where. Days are `2026-11-23`, wall clocks `2026-11-23T09:00`, both of the person's zone.
 * The grid is given wall clocks as if they were UTC: it computes no zone, and a time that the clocks skip is never lost.
 */
import type { Post } from '@drumbeat/contract/posts.ts';
import { DAY_MS } from '@drumbeat/contract/time.ts';

const spans = ['month', 'week', 'day'] as const;
export type Span = (typeof spans)[number];
/** Which part of the calendar is shown; kept in the address. */
export type Place = { span: Span; day: string };

const isSpan = (text: string | null): text is Span => spans.some((name) => name === text);

export function isDay(text: string | null): text is string {
  return text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && addDays(text, 0) === text;
}

/** The place of an address; the month of today where it names none. */
export function readPlace(params: URLSearchParams, today: string): Place {
  const span = params.get('span');
  const day = params.get('day');
  return { span: isSpan(span) ? span : 'month', day: isDay(day) ? day : today };
}

/** The address of a place. Today's month is left out. */
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

/** The day of the same number in another month; the last day where that month is shorter. */
function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10);
}

/** The place one page before (-1) or after (1). */
export function turnPage({ span, day }: Place, by: -1 | 1): Place {
  if (span === 'month') return { span, day: addMonths(day, by) };
  return { span, day: addDays(day, by * (span === 'week' ? 7 : 1)) };
}

/** The first day of the week of this day; `weekStart` is 0 (Sunday) to 6. */
export function weekOf(day: string, weekStart: number): string {
  const weekday = new Date(`${day}T00:00:00.000Z`).getUTCDay();
  return addDays(day, -((weekday - weekStart + 7) % 7));
}

/** Posted is green, failed red, all others have the brand colour (CAL-09). */
export function toneOf(post: Pick<Post, 'status'>): 'posted' | 'failed' | 'brand' {
  if (post.status === 'Posted') return 'posted';
  return post.status === 'Failed' ? 'failed' : 'brand';
}
