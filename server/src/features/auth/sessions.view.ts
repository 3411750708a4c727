import type { SignedInSession } from '@drumbeat/contract/sessions.ts';
import type { ShownSession } from './auth.types.ts';

/** A session as its owner sees it; `currentId` is the session of the call. */
export function sessionView(session: ShownSession, currentId: number): SignedInSession {
  return {
    id: String(session.id),
    createdAt: session.createdAt.toISOString(),
    lastSeenAt: session.lastSeenAt.toISOString(),
    device: session.device,
    ip: session.ip,
    current: session.id === currentId,
  };
}
