import type { FeedbackCategory } from '@drumbeat/contract/feedback.rules.ts';
import type { feedback } from './feedback.tables.ts';

export type StoredFeedback = typeof feedback.$inferSelect;

/** A message with the address of whoever wrote it. */
export type ToldFeedback = StoredFeedback & { userEmail: string };

/** What staff look for: of one person, of one request, or with words in the message. */
export type FeedbackFilter = {
  by: { userId: number } | { requestId: string } | { words: string } | null;
  category: FeedbackCategory | undefined;
  minRating: number | undefined;
  maxRating: number | undefined;
};
