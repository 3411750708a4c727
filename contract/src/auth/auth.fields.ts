import { z } from 'zod';
import { PASSWORD_MAX, PASSWORD_TOO_LONG } from './password.rules.ts';

/** The token in an emailed link. */
export const linkToken = z.string().min(1).max(200);

/** The person's current password, to prove their identity. */
export const password = z
  .string({ error: 'Password is required' })
  .min(1, 'Password is required')
  .max(PASSWORD_MAX, PASSWORD_TOO_LONG);

/** Password proof: required if the last sign-in is over ten minutes ago, else 403 PASSWORD_REQUIRED. */
export const proofBody = z.object({ password: password.optional() }).optional();
