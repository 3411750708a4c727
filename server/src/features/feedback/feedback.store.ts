import { and, desc, eq, gte, lt, lte, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { feedback } from './feedback.tables.ts';
import type { FeedbackFilter, StoredFeedback } from './feedback.types.ts';

export async function insertFeedback(db: Db, record: Omit<StoredFeedback, 'id'>): Promise<void> {
  await db.insert(feedback).values(record);
}

/** What a person sent, newest first. */
export function selectFeedbackOf(db: Db, userId: number): Promise<StoredFeedback[]> {
  return db
    .select()
    .from(feedback)
    .where(eq(feedback.userId, userId))
    .orderBy(desc(feedback.createdAt), desc(feedback.id));
}

export async function deleteFeedbackBefore(db: Db, before: Date): Promise<void> {
  await db.delete(feedback).where(lt(feedback.createdAt, before));
}

/** A page of all messages that match the filter, newest first. */
export function selectFeedback(
  db: Db,
  filter: FeedbackFilter,
  page: { offset: number; limit: number },
): Promise<StoredFeedback[]> {
  const { category, minRating, maxRating } = filter;
  return db
    .select()
    .from(feedback)
    .where(
      and(
        searched(filter.by),
        category && eq(feedback.category, category),
        minRating === undefined ? undefined : gte(feedback.rating, minRating),
        maxRating === undefined ? undefined : lte(feedback.rating, maxRating),
      ),
    )
    .orderBy(desc(feedback.createdAt), desc(feedback.id))
    .offset(page.offset)
    .limit(page.limit);
}

function searched(by: FeedbackFilter['by']): SQL | undefined {
  if (by === null) return undefined;
  if ('userId' in by) return eq(feedback.userId, by.userId);
  if ('requestId' in by) return eq(feedback.requestId, by.requestId);
  return sql`lower(${feedback.message}) like lower(${`%${by.words.replace(/[\\%_]/g, '\\$&')}%`})`;
}
