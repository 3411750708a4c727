/** Where the current schedule of posts ends, and how the history before it is read. */
import { DAY_MS } from './time.ts';

/**
 * Days of the past that the current schedule reaches back, at least. The six weeks that a calendar shows of the current
 * month begin at most 37 days ago.
 */
export const SCHEDULE_PAST_DAYS = 40;
/** Posts that a page of the history has unless asked otherwise, and the most that it may have. */
export const HISTORY_PAGE = 100;
export const HISTORY_MOST = 500;

/**
 * The time (ms since the epoch) from which on posts that are out belong to the current schedule; what was planned before
 * it is history. It is the start of a day in UTC, so that it stands still for a day.
 */
export function scheduleStart(now: number): number {
  return (Math.floor(now / DAY_MS) - SCHEDULE_PAST_DAYS) * DAY_MS;
}

/** A place in the history, which is ordered by planned time and id: before this time, and at it below this id. */
export type HistoryPlace = { time: number; id: number };

/** A place in the history as the wire has it, `1795392000000_0`. */
export function historyCursor({ time, id }: HistoryPlace): string {
  return `${time}_${id}`;
}

/** The place that a text names; null where it names none. */
export function readHistoryCursor(text: string): HistoryPlace | null {
  const [, time, id] = /^(\d{1,14})_(\d{1,15})$/.exec(text) ?? [];
  return time === undefined ? null : { time: Number(time), id: Number(id) };
}
