import { z } from 'zod';

/** Why a post failed. The server and the screen each have a text for every code. */
export const failureCodes = [
  'AUTH_EXPIRED',
  'DUPLICATE_TWEET',
  'OUTCOME_UNKNOWN',
  'X_CREDITS',
  'X_REFUSED',
  'X_UNAVAILABLE',
] as const;
export const failureCode = z.enum(failureCodes);
export type FailureCode = z.infer<typeof failureCode>;
