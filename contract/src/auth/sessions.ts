import { z } from 'zod';
import { defineCall } from '../call.ts';
import { byId, instant, message } from '../common.ts';
import { proofBody } from './auth.fields.ts';

const tag = 'auth';

/** One of a person's sessions. Only the browser that is signed in knows its token. */
export const signedInSession = z.object({
  id: z.string(),
  createdAt: instant,
  /** Last activity, accurate to five minutes. */
  lastSeenAt: instant,
  /** A description such as `Chrome on Windows`; null if the browser did not say. */
  device: z.string().nullable(),
  /** The address of the sign-in without its last part: `203.0.113.•`; null if unknown. */
  ip: z.string().nullable(),
  /** Whether this is the session that made the call. */
  current: z.boolean(),
  /** Set if this is a member of staff viewing the account, not the person: when the view ends. */
  view: z.object({ endsAt: instant }).optional(),
});
export type SignedInSession = z.infer<typeof signedInSession>;

export const listSessions = defineCall({
  method: 'GET',
  path: '/api/auth/sessions',
  tag,
  access: 'user',
  ownRead: true,
  summary: 'Where the person is signed in, the latest seen first',
  response: z.object({ sessions: z.array(signedInSession) }),
});

export const endSession = defineCall({
  method: 'DELETE',
  path: '/api/auth/sessions/:id',
  tag,
  access: 'user',
  summary: "Ends one of the person's own sessions",
  params: byId,
  body: proofBody,
  response: message,
});

export const endOtherSessions = defineCall({
  method: 'DELETE',
  path: '/api/auth/sessions',
  tag,
  access: 'user',
  summary: "Ends the person's sessions but the one that the call came with",
  body: proofBody,
  response: z.object({ message: z.string(), ended: z.int() }),
});
