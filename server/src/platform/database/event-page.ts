import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/**
 * A page of events merged from several tables, newest first: those before an instant and, at exactly that
 * instant, all, none, or those with a lower id, because pages of other tables may end at the same instant.
 */
export type EventPage = { before: Date; atMoment: 'all' | 'none' | { belowId: string }; limit: number };

/** The SQL condition that a row belongs to this page or a later one; an index on the time serves it. */
export function isOnPage({ before, atMoment }: EventPage, at: SQLWrapper, id: SQLWrapper): SQL {
  if (atMoment === 'all') return sql`${at} <= ${before}`;
  if (atMoment === 'none') return sql`${at} < ${before}`;
  return sql`${at} <= ${before} and (${at}, ${id}) < (${before}, ${atMoment.belowId})`;
}
