import { z } from 'zod';
import { defineCall } from '../call.ts';
import { instant, sensitive } from '../common.ts';
import { FEEDBACK_SEARCH_MIN, feedbackCategories } from './feedback.rules.ts';

export const FEEDBACK_PAGE_SIZE = 50;

/** A feedback message for staff. Email addresses are masked unless requested otherwise, also in the text. */
export const feedbackRecord = z.object({
  id: z.string(),
  created_at: instant,
  user_email: z.string(),
  user_id: z.string(),
  category: z.enum(feedbackCategories),
  rating: z.int().nullable(),
  message: z.string(),
  page_path: z.string(),
  request_id: z.string(),
});
export type FeedbackRecord = z.infer<typeof feedbackRecord>;

const rating = z.coerce.number().int().min(1, 'A rating is 1 to 5.').max(5, 'A rating is 1 to 5.').optional();

export const listFeedback = defineCall({
  method: 'GET',
  path: '/api/admin/feedback',
  tag: 'feedback',
  access: 'staff',
  summary:
    'What customers told us, newest first; `q` is a part of the message, a whole email or a request id',
  query: z.object({
    q: z
      .string()
      .trim()
      .max(200, 'A search has at most 200 characters.')
      .refine((q) => q === '' || q.length >= FEEDBACK_SEARCH_MIN, 'Search for at least 3 characters.')
      .default(''),
    category: z.enum(feedbackCategories).optional(),
    min_rating: rating,
    max_rating: rating,
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    limit: z.coerce.number().int().min(1).max(FEEDBACK_PAGE_SIZE).default(FEEDBACK_PAGE_SIZE),
    sensitive,
  }),
  response: z.object({ feedback: z.array(feedbackRecord), nextPage: z.int().nullable() }),
});
