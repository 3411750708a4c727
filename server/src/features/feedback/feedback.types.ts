import type { FeedbackCategory } from '@drumbeat/contract/feedback/feedback.rules.ts';
import type { Platform } from '../../platform/platform.ts';
import type { feedback } from './feedback.tables.ts';

export type FeedbackDeps = Pick<Platform, 'db' | 'clock' | 'limits'>;

export type StoredFeedback = typeof feedback.$inferSelect;

/** A message with its author's email address. */
export type ToldFeedback = StoredFeedback & { userEmail: string };

/** The filter for staff: by person, by request, or by words in the message. */
export type FeedbackFilter = {
  by: { userId: number } | { requestId: string } | { words: string } | null;
  category: FeedbackCategory | undefined;
  minRating: number | undefined;
  maxRating: number | undefined;
};
