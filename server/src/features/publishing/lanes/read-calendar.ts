import type { Db } from '../../../platform/database/database.ts';
import { wallClock } from '../../post/post.rules.ts';
import { type Calendar, rhythmOf } from './slots.rules.ts';
import { selectPlanned } from './waiting.store.ts';

/**
 * An account's planned posts, by day in the owner's time zone. A failed post does not count against its day.
 */
export async function readCalendar(
  tx: Db,
  accountId: number,
  timeZone: string,
  now: Date,
): Promise<Calendar> {
  const planned = await selectPlanned(tx, accountId, now);
  const perDay = new Map<string, number>();
  for (const { at, status } of planned) {
    const day = wallClock(at, timeZone).slice(0, 10);
    if (status !== 'failed') perDay.set(day, (perDay.get(day) ?? 0) + 1);
  }
  return {
    rhythm: rhythmOf(planned.map((post) => post.local)),
    taken: new Set(planned.map((post) => post.at.getTime())),
    perDay,
  };
}
