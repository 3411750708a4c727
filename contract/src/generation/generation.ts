import { z } from 'zod';
import { defineCall } from '../call.ts';
import { idField, instant } from '../common.ts';
import { postSource } from '../facts/facts.ts';
import { MOST_POSTS_PER_DAY } from '../posts/posts.rules.ts';
import { content } from '../posts/posts.ts';
import { HINT_MAX, rewriteWays } from '../posts/rewrite.rules.ts';
import { nearness } from '../voice/voice.ts';

const tag = 'generation';

/** A generated post that is not saved yet; its id has the form `number-number`. */
export const draftPost = z.object({
  id: z.string().regex(/^\d+-\d+$/),
  content: z.string(),
  scheduledTime: instant,
  scheduledTimeLocal: z.string(),
  status: z.literal('Pending'),
  /** How close it is to the style of the account's own posts; absent if the voice has no profile. */
  nearness: nearness.optional(),
  /** What supports its claims; absent if there are no sources. */
  sources: z.array(postSource).optional(),
});
export type DraftPost = z.infer<typeof draftPost>;

export const jobStatus = z.enum(['pending', 'processing', 'completed', 'failed']);
export type JobStatus = z.infer<typeof jobStatus>;

export const eligibilityReason = z.enum([
  'inactive_subscription',
  'twitter_not_connected',
  'email_not_verified',
  'cycle_not_elapsed',
  'generation_limit_reached',
  'error',
]);
export type EligibilityReason = z.infer<typeof eligibilityReason>;

export const generatePosts = defineCall({
  method: 'POST',
  path: '/api/posts/generate-posts',
  tag,
  access: 'user',
  summary: 'Starts writing a week (trial) or a month of posts',
  body: z.object({
    niche: z.string().trim().min(1).max(80).optional(),
    skipWeekends: z.boolean().default(true),
    allowedDays: z.array(z.int().min(0).max(6)).min(1, 'Choose at least one day').max(7).optional(),
    postsPerDay: z.number().min(1).max(MOST_POSTS_PER_DAY).optional(),
    timeZone: z.string().max(64).optional(),
    twitterAccountId: idField.optional(),
    /** Whether `finalize` may delete the account's Pending and Failed posts. A trial deletes none. */
    replace: z.boolean().default(false),
  }),
  response: z.object({ jobId: z.string(), status: jobStatus }),
});

export const getGenerationStatus = defineCall({
  method: 'GET',
  path: '/api/posts/generation-status/:jobId',
  tag,
  access: 'user',
  ownRead: true,
  summary: 'How far a generation job is; its posts when it is completed',
  params: z.object({ jobId: z.string().max(64) }),
  response: z.object({
    status: jobStatus,
    /** Percentage of the planned posts that were accepted. */
    progress: z.int().min(0).max(100),
    message: z.string(),
    result: z.object({ posts: z.array(draftPost), isInTrial: z.boolean(), daysText: z.string() }).nullable(),
    error: z.string().nullable(),
  }),
});

export const updateSchedulingCycle = defineCall({
  method: 'POST',
  path: '/api/update-scheduling-cycle',
  tag,
  access: 'user',
  summary: "Makes the posts saved last in this cycle the cycle's schedule, as saving with `finalize` does",
  body: z.object({ twitterAccountId: idField.optional() }).default({}),
  response: z.object({ lastSchedulingCycle: instant }),
});

const eligibility = z.object({
  canSchedule: z.boolean(),
  reason: eligibilityReason.nullable(),
  message: z.string(),
  daysUntilNextScheduling: z.int(),
});
export type Eligibility = z.infer<typeof eligibility>;

export const checkEligibility = defineCall({
  method: 'POST',
  path: '/api/check-scheduling-eligibility',
  tag,
  access: 'user',
  ownRead: true,
  summary: 'Whether posts may be generated and scheduled now, and if not, why',
  body: z.object({ twitterAccountId: idField.optional() }).default({}),
  response: eligibility,
});

export const rewritePost = defineCall({
  method: 'POST',
  path: '/api/posts/rewrite',
  tag,
  access: 'user',
  summary: 'Another version of one text: shorter, from another angle, or by a hint. Nothing is saved',
  body: z
    .object({
      twitterAccountId: idField,
      text: content,
      way: z.enum(rewriteWays),
      /** What to change, in the person's words. Required for `hint` and ignored otherwise. */
      hint: z.string().trim().max(HINT_MAX).optional(),
    })
    .refine(({ way, hint }) => way !== 'hint' || hint, { path: ['hint'], message: 'Say what to change' }),
  response: z.object({
    text: z.string(),
    /** How close it is to the style of the account's own posts; absent if the voice has no profile. */
    nearness: nearness.optional(),
    /** What supports its claims; absent if there are no sources. */
    sources: z.array(postSource).optional(),
  }),
});
