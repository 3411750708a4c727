import { z } from 'zod';
import { defineCall } from '../call.ts';
import { instant, message, timeZone } from '../common.ts';
import { nicheName, user } from '../users/users.ts';
import { linkToken, password } from './auth.fields.ts';
import { isEmail } from './auth.rules.ts';
import { PASSWORD_MAX, PASSWORD_TOO_LONG, passwordLacks, passwordMessages } from './password.rules.ts';
import { codeMessages } from './two-factor.rules.ts';

const tag = 'auth';

// Checked before lower-casing, because lower-casing turns some non-Latin letters into ASCII ones.
const email = z
  .string({ error: 'Email is required' })
  .max(254, 'Please enter a valid email address')
  .trim()
  .refine((text) => text.length > 0, 'Email is required')
  .refine((text) => text.length === 0 || isEmail(text), 'Please enter a valid email address')
  .transform((text) => text.toLowerCase());

const newPassword = z
  .string({ error: 'Password is required' })
  .max(PASSWORD_MAX, PASSWORD_TOO_LONG)
  .superRefine((password, context) => {
    const lacks = passwordLacks(password);
    if (lacks.length > 0) context.addIssue({ code: 'custom', message: `Password needs ${lacks.join(', ')}` });
  });

/** The same rules for forms that replace a password; only the messages differ. */
const replacement = z
  .string({ error: passwordMessages.missing })
  .min(1, passwordMessages.missing)
  .refine((password) => password === '' || passwordLacks(password).length === 0, passwordMessages.weak);

const session = z.object({ token: z.string(), user });
export type Session = z.infer<typeof session>;

export const signUp = defineCall({
  method: 'POST',
  path: '/api/auth/signup',
  tag,
  access: 'public',
  summary: 'Creates an account, signs it in and sends the verification email',
  body: z.object({
    email,
    password: newPassword,
    niche: nicheName,
    emailConsent: z.boolean().default(false),
    timeZone: timeZone.default('UTC'),
  }),
  response: session,
});

export const signIn = defineCall({
  method: 'POST',
  path: '/api/auth/signin',
  tag,
  access: 'public',
  summary: 'Opens a session',
  body: z
    .object({
      email,
      password: password.optional(),
      twoFactorCode: z.string().max(32).optional(),
      /** In place of the password, with a code: `data.proof` of the answer that asked for the code. */
      proof: linkToken.optional(),
    })
    .superRefine(({ password, proof, twoFactorCode }, context) => {
      if (proof === undefined && password === undefined)
        context.addIssue({ code: 'custom', path: ['password'], message: 'Password is required' });
      if (proof !== undefined && !twoFactorCode?.trim())
        context.addIssue({ code: 'custom', path: ['twoFactorCode'], message: codeMessages.incomplete });
    }),
  response: session,
});

export const signOut = defineCall({
  method: 'POST',
  path: '/api/auth/signout',
  tag,
  access: 'user',
  summary: 'Ends the session that the bearer token names',
  response: message,
});

export const verifyEmail = defineCall({
  method: 'POST',
  path: '/api/auth/verify-email',
  tag,
  access: 'public',
  summary: 'Marks an email as verified; the token alone is enough, no session is needed',
  body: z.object({ token: linkToken }),
  response: message.extend({
    /** When and on which device the account was created, so that the address's owner can recognise it. */
    signedUp: z.object({ at: instant, device: z.string().nullable() }),
  }),
});

export const resendVerification = defineCall({
  method: 'POST',
  path: '/api/auth/resend-verification',
  tag,
  access: 'user',
  summary: 'Sends the verification email again: 30 seconds apart, 5 an hour',
  response: message,
});

export const changePassword = defineCall({
  method: 'POST',
  path: '/api/auth/change-password',
  tag,
  access: 'user',
  summary: "Changes the password, and ends the person's other sessions",
  body: z.object({
    currentPassword: z
      .string({ error: passwordMessages.missing })
      .min(1, passwordMessages.missing)
      .max(PASSWORD_MAX, passwordMessages.wrong),
    newPassword: replacement,
    /** Required if two-factor authentication is on. */
    code: z.string().max(32).optional(),
  }),
  response: message,
});

export const forgotPassword = defineCall({
  method: 'POST',
  path: '/api/auth/forgot-password',
  tag,
  access: 'public',
  summary: 'Emails a link to set a new password; answers the same whether or not the address has an account',
  body: z.object({ email }),
  response: message,
});

export const verifyResetToken = defineCall({
  method: 'GET',
  path: '/api/auth/verify-reset-token/:token',
  tag,
  access: 'public',
  summary: 'Whose password an emailed link would set; uses nothing up',
  params: z.object({ token: linkToken }),
  response: z.object({ email: z.string() }),
});

export const resetPassword = defineCall({
  method: 'POST',
  path: '/api/auth/reset-password',
  tag,
  access: 'public',
  summary:
    'Sets a new password by an emailed link, which is then used up, and ends all sessions of the person',
  body: z.object({ token: linkToken, newPassword: replacement }),
  response: message,
});
