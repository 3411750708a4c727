import { z } from 'zod';
import { defineCall } from '../call.ts';
import { user } from '../users/users.ts';
import { password, proofBody } from './auth.fields.ts';
import { codeMessages } from './two-factor.rules.ts';

const tag = 'two-factor';

const code = z.string({ error: codeMessages.incomplete }).trim().min(1, codeMessages.incomplete).max(32);
const answer = z.object({ user });

export const setUpTwoFactor = defineCall({
  method: 'POST',
  path: '/api/2fa/setup',
  tag,
  access: 'user',
  summary:
    'Makes a secret and ten backup codes, shown this once; nothing is asked at sign-in until it is enabled',
  body: proofBody,
  response: z.object({ qrCode: z.string(), backupCodes: z.array(z.string()) }),
});

export const drawQrCode = defineCall({
  method: 'POST',
  path: '/api/2fa/qr-code',
  tag,
  access: 'user',
  summary: 'Draws the address that setup gave as a PNG, in a data URL',
  body: z.object({ otpauthUrl: z.string().max(1024) }),
  response: z.object({ qrCode: z.string() }),
});

export const enableTwoFactor = defineCall({
  method: 'POST',
  path: '/api/2fa/enable',
  tag,
  access: 'user',
  summary: "Turns two-factor on with the app's first code, and ends the person's other sessions",
  body: z.object({ code: code.regex(/^\d{6}$/, codeMessages.incomplete), password: password.optional() }),
  response: answer,
});

export const disableTwoFactor = defineCall({
  method: 'POST',
  path: '/api/2fa/disable',
  tag,
  access: 'user',
  summary: "Turns two-factor off with the password and a code, and ends the person's other sessions",
  body: z.object({
    password,
    code,
  }),
  response: answer,
});

export const verifyTwoFactor = defineCall({
  method: 'POST',
  path: '/api/2fa/verify',
  tag,
  access: 'user',
  summary: 'Says whether a code would do, and uses nothing up',
  body: z.object({ code }),
  response: answer,
});
