import { z } from 'zod';

import { CALLER_RATE_LIMITED, X_RATE_LIMITED } from './rate-limit-codes.ts';

/** The closed list of error codes, each with the one HTTP status that it is answered with. */
export const errorStatus = {
  VALIDATION_FAILED: 400,
  ACCOUNT_IDS_DIFFER: 400,
  JOB_RESULT_DIFFERS: 400,
  LINK_INVALID: 400,
  POST_TOO_LONG: 400,
  TIME_IN_PAST: 400,
  TIME_OUT_OF_RANGE: 400,
  TIME_SKIPPED: 400,
  IMPORT_INVALID: 400,
  UNAUTHENTICATED: 401,
  INVALID_CREDENTIALS: 401,
  TWO_FACTOR_REQUIRED: 401,
  TWO_FACTOR_CODE_INVALID: 401,
  FORBIDDEN: 403,
  EMAIL_NOT_VERIFIED: 403,
  FIELD_NOT_WRITABLE: 403,
  PASSWORD_REQUIRED: 403,
  SUBSCRIPTION_CANCELED: 403,
  TWO_FACTOR_REQUIRED_FOR_STAFF: 403,
  VIEW_ONLY: 403,
  NOT_FOUND: 404,
  JOB_NOT_FOUND: 404,
  POST_NOT_FOUND: 404,
  X_ACCOUNT_NOT_FOUND: 404,
  REQUEST_TIMEOUT: 408,
  ACCOUNT_IN_USE: 409,
  ACCOUNT_LIMIT_REACHED: 409,
  ALREADY_SUBSCRIBED: 409,
  DUPLICATE_TWEET: 409,
  EMAIL_TAKEN: 409,
  GENERATION_NOT_ALLOWED: 409,
  JOB_NOT_USABLE: 409,
  NICHE_EXISTS: 409,
  NICHE_IN_USE: 409,
  NICHE_LIMIT_REACHED: 409,
  NO_SUBSCRIPTION: 409,
  PORTAL_NOT_READY: 409,
  POST_LOCKED: 409,
  POST_NOT_SAVED: 409,
  POSTS_PER_DAY_REACHED: 409,
  RESTORE_NEEDS_FORCE: 409,
  STALE_VERSION: 409,
  TRIAL_POSTS_REACHED: 409,
  TWO_FACTOR_ENABLED: 409,
  TWO_FACTOR_NOT_ENABLED: 409,
  TWO_FACTOR_NOT_SET_UP: 409,
  PROVIDER_REFUSED: 409,
  X_ALREADY_CONNECTED: 409,
  X_NOT_CONNECTED: 409,
  X_RECENTLY_DISCONNECTED: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  [X_RATE_LIMITED]: 429,
  [CALLER_RATE_LIMITED]: 429,
  INTERNAL: 500,
  PROVIDER_FAILED: 502,
  MAINTENANCE: 503,
  UNAVAILABLE: 503,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof errorStatus;
export const errorCode = z.enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]);

/** What every answer other than a 2xx carries. `message` is fit for a person; `data` holds what a screen may act on. */
export const errorBody = z.object({
  error: z.string(),
  message: z.string(),
  code: errorCode,
  requestId: z.string(),
  requires2FA: z.boolean().optional(),
  data: z.record(z.string(), z.unknown()).optional(),
});
export type ErrorBody = z.infer<typeof errorBody>;
