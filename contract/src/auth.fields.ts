import { z } from 'zod';
import { PASSWORD_MAX } from './auth.rules.ts';

/** The token of an emailed link. */
export const linkToken = z.string().min(1).max(200);

/** The person's own password, to prove who they are. */
export const password = z
  .string({ error: 'Password is required' })
  .min(1, 'Password is required')
  .max(PASSWORD_MAX);

/** What proves it anew: needed where the last sign-in was more than ten minutes ago, else 403 PASSWORD_REQUIRED. */
export const proofBody = z.object({ password: password.optional() }).optional();
