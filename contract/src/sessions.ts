import { z } from 'zod';
import { proofBody } from './auth.fields.ts';
import { defineCall } from './call.ts';
import { byId, instant, message } from './common.ts';

const tag = 'auth';

/** A place where a person is signed in. Its token is known to that browser alone. */
export const signedInSession = z.object({
  id: z.string(),
  createdAt: instant,
  /** When it last made a call, to within five minutes. */
  lastSeenAt: instant,
  /** In words, for example `Chrome on Windows`; null where the browser did not say. */
  device: z.string().nullable(),
  /** Where the sign-in came from, without its last part: `203.0.113.•`; null where it is not known. */
  ip: z.string().nullable(),
  /** Whether the call came with this session. */
  current: z.boolean(),
  /** Where it is no sign-in of theirs but a member of staff who looks at the account, and until when. */
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
