import { z } from 'zod';
import { defineCall } from './call.ts';
import { message } from './common.ts';

export const feedbackCategories = ['general', 'feature', 'bug', 'other'] as const;
export type FeedbackCategory = (typeof feedbackCategories)[number];

/** The fewest and the most characters of a message, spaces around it left out. */
export const FEEDBACK_MIN = 5;
export const FEEDBACK_MAX = 5_000;
export const feedbackTooShort = 'Please enter at least 5 characters.';
export const feedbackTooLong = 'Please enter at most 5,000 characters.';

export const sendFeedback = defineCall({
  method: 'POST',
  path: '/api/feedback',
  tag: 'feedback',
  access: 'user',
  summary: 'Tells the people behind the product what a person thinks of it',
  // 5,000 characters of four bytes, escaped or not.
  bodyLimit: 65_536,
  body: z.object({
    message: z
      .string({ error: feedbackTooShort })
      .trim()
      .min(FEEDBACK_MIN, feedbackTooShort)
      .max(FEEDBACK_MAX, feedbackTooLong),
    category: z.enum(feedbackCategories, { error: 'Please choose a category.' }),
    rating: z.int().min(1).max(5).nullish(),
    /** The page it was written on, without query or fragment: those may hold secrets. */
    pagePath: z
      .string()
      .max(200)
      .regex(/^\/[^?#]*$/, 'must be a path'),
  }),
  response: message,
});
