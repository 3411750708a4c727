import { z } from 'zod';
import { entitlements, subscriptionStatus } from '../billing/billing.entities.ts';
import { defineCall } from '../call.ts';
import { instant, timeZone } from '../common.ts';
import { roles } from './users.rules.ts';

const tag = 'users';

/** The signed-in person as every screen sees them. It contains no secrets. */
export const user = z.object({
  id: z.string(),
  email: z.string(),
  niche: z.string(),
  timeZone: z.string(),
  profilePicture: z.string().nullable(),
  emailConsent: z.boolean(),
  weeklySummary: z.boolean(),
  emailVerifiedAt: instant.nullable(),
  twoFactorEnabled: z.boolean(),
  roles: z.array(z.enum(roles)),
  postsPaused: z.boolean(),
  lastSchedulingCycle: instant.nullable(),
  subscriptionStatus,
  subscriptionExpiryDate: instant.nullable(),
  subscriptionCancelReason: z.string().nullable(),
  subscriptionCancelFeedback: z.string().nullable(),
  subscriptionCanceledAt: instant.nullable(),
  subscriptionCancelEffectiveDate: instant.nullable(),
  hasPaymentMethod: z.boolean(),
  hasEverSubscribed: z.boolean(),
  trialStart: instant.nullable(),
  trialEnd: instant.nullable(),
  isInTrial: z.boolean(),
  /** While past due: when publishing stops; null if posts are already held. */
  pastDueGraceEnd: instant.nullable(),
  activeProduct: z.object({ id: z.string(), name: z.string() }).nullable(),
  entitlements,
  postGenerationLimit: z.int(),
  nicheUpdateRemaining: z.int().nullable(),
  nicheUpdatePeriodEnd: instant.nullable(),
  /** Set only for staff viewing the account: when the view ends. `email` is masked and `roles` empty then. */
  view: z.object({ endsAt: instant }).optional(),
});
export type User = z.infer<typeof user>;

export const getUser = defineCall({
  method: 'GET',
  path: '/api/user',
  tag,
  access: 'user',
  ownRead: true,
  summary: 'The signed-in user',
  response: user,
});

/** What happens to planned posts when the time zone changes: they keep their instant, or their local time. */
export const zoneChoices = ['moments', 'clock_times'] as const;
export type ZoneChoice = (typeof zoneChoices)[number];

export const updatePreferences = defineCall({
  method: 'PATCH',
  path: '/api/user/preferences',
  tag,
  access: 'user',
  summary:
    'Changes the consent to marketing email, the wish for a weekly summary, or the time zone that slots are planned in',
  body: z.object({
    emailConsent: z.boolean().optional(),
    weeklySummary: z.boolean().optional(),
    timeZone: timeZone.optional(),
    /** Only used if the zone changes. */
    posts: z.enum(zoneChoices).default('moments'),
  }),
  /** `postsMoved`: how many posts will be published at a different instant. */
  response: user.extend({ postsMoved: z.int().optional() }),
});

const noNiche = 'Please choose a niche from the list.';
/** The name of a niche, as somebody chooses it. */
export const nicheName = z.string({ error: noNiche }).trim().min(1, noNiche).max(80, noNiche);

/**
 * Only the niche can be changed. Other fields of the user may be sent too, in camelCase or snake_case, if
 * they have their current values. The answer is in camelCase.
 */
export const updateUser = defineCall({
  method: 'PATCH',
  path: '/api/user',
  tag,
  access: 'user',
  summary: 'Changes the niche, of the person and of the selected X account; so many times a cycle',
  body: z.looseObject({
    niche: nicheName.optional(),
  }),
  response: user,
});
