/** Where the current schedule of posts ends, and how the history before it is paged. */
import { DAY_MS } from '../time.ts';

/**
 * The minimum number of past days that the current schedule covers. The six weeks that a calendar shows for
 * the current month start at most 37 days ago.
 */
export const SCHEDULE_PAST_DAYS = 40;
/** Default and maximum number of posts on a page of the history. */
export const HISTORY_PAGE = 100;
export const HISTORY_MOST = 500;

/**
 * Published posts planned at or after this time (ms since the epoch) belong to the current schedule; earlier
 * ones are history. It is the start of a UTC day, so that it changes only once a day.
 */
export function scheduleStart(now: number): number {
  return (Math.floor(now / DAY_MS) - SCHEDULE_PAST_DAYS) * DAY_MS;
}

/** A position in the history, ordered by planned time and id: before `time`, or at it with a lower id. */
export type HistoryPlace = { time: number; id: number };

/** The wire form of a position in the history, such as `1795392000000_0`. */
export function historyCursor({ time, id }: HistoryPlace): string {
  return `${time}_${id}`;
}

/** Parses a cursor; null if it is not valid. */
export function readHistoryCursor(text: string): HistoryPlace | null {
  const [, time, id] = /^(\d{1,14})_(\d{1,15})$/.exec(text) ?? [];
  return time === undefined ? null : { time: Number(time), id: Number(id) };
}
