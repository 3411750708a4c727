import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/**
 * A page of events that several tables hold, newest first. It has what is before a moment, and of that very moment all,
 * none, or what is below an id, as pages of other tables may end at the same moment.
 */
export type EventPage = { before: Date; atMoment: 'all' | 'none' | { belowId: string }; limit: number };

/** The condition that a row belongs to the page or to a later one; an index on the time serves it. */
export function isOnPage({ before, atMoment }: EventPage, at: SQLWrapper, id: SQLWrapper): SQL {
  if (atMoment === 'all') return sql`${at} <= ${before}`;
  if (atMoment === 'none') return sql`${at} < ${before}`;
  return sql`${at} <= ${before} and (${at}, ${id}) < (${before}, ${atMoment.belowId})`;
}
