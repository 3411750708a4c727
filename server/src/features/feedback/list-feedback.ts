import type { FeedbackCategory } from '@drumbeat/contract/feedback/feedback.rules.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { recordShown } from '../audit/record-audit.ts';
import { findEmails, findUserByEmail } from '../users/users.queries.ts';
import { selectFeedback } from './feedback.store.ts';
import type { FeedbackDeps, FeedbackFilter, ToldFeedback } from './feedback.types.ts';

type Query = {
  q: string;
  category?: FeedbackCategory | undefined;
  min_rating?: number | undefined;
  max_rating?: number | undefined;
  page: number;
  limit: number;
  sensitive: boolean;
};

const REQUEST_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const EMAIL = /^[^\s@]+@[^\s@]+$/;

/**
 * A page of customers' feedback, newest first, and the number of the next one. For staff; showing unmasked
 * addresses is audited.
 */
export async function listFeedback(
  deps: Pick<FeedbackDeps, 'db' | 'clock'>,
  actor: Actor,
  query: Query,
): Promise<{ feedback: ToldFeedback[]; nextPage: number | null }> {
  const { page, limit } = query;
  if (query.sensitive) await recordShown(deps.db, actor, { at: deps.clock.now(), view: 'feedback' });
  const filter = {
    by: await readSearch(deps.db, query.q),
    category: query.category,
    minRating: query.min_rating,
    maxRating: query.max_rating,
  };
  const found = await selectFeedback(deps.db, filter, { offset: (page - 1) * limit, limit: limit + 1 });
  const shown = found.slice(0, limit);
  const emails = await findEmails(
    deps.db,
    shown.map(({ userId }) => userId),
  );
  return {
    feedback: shown.map((each) => ({ ...each, userEmail: emails.get(each.userId) ?? '' })),
    nextPage: found.length > limit ? page + 1 : null,
  };
}

/** A complete address means that person, if there is one; otherwise it is searched for in the messages. */
async function readSearch(db: Db, q: string): Promise<FeedbackFilter['by']> {
  if (q === '') return null;
  if (REQUEST_ID.test(q)) return { requestId: q.toLowerCase() };
  const person = EMAIL.test(q) ? await findUserByEmail(db, q.toLowerCase()) : undefined;
  return person ? { userId: person.id } : { words: q };
}
