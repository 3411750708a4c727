import { z } from 'zod';
import { defineCall } from '../call.ts';
import { message } from '../common.ts';
import {
  FEEDBACK_MAX,
  FEEDBACK_MIN,
  feedbackCategories,
  feedbackTooLong,
  feedbackTooShort,
} from './feedback.rules.ts';

export const sendFeedback = defineCall({
  method: 'POST',
  path: '/api/feedback',
  tag: 'feedback',
  access: 'user',
  summary: 'Tells the people behind the product what a person thinks of it',
  // Fits 5,000 characters of four bytes, even if escaped.
  bodyLimit: 65_536,
  body: z.object({
    message: z
      .string({ error: feedbackTooShort })
      .trim()
      .min(FEEDBACK_MIN, feedbackTooShort)
      .max(FEEDBACK_MAX, feedbackTooLong),
    category: z.enum(feedbackCategories, { error: 'Please choose a category.' }),
    rating: z.int().min(1).max(5).nullish(),
    /** The page it was sent from, without query or fragment, which may contain secrets. */
    pagePath: z
      .string()
      .max(200)
      .regex(/^\/[^?#]*$/, 'must be a path'),
  }),
  response: message,
});
