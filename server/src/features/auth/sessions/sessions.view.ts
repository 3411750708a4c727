import type { CustomerSession } from '@drumbeat/contract/auth/auth.admin.ts';
import type { SignedInSession } from '@drumbeat/contract/auth/sessions.ts';
import type { SessionOwner } from '../../../platform/actor.ts';
import { maskedIp } from '../../audit/masks.rules.ts';
import type { ShownSession } from '../auth.types.ts';

/** A session as its owner sees it; staff who view the account see a masked network. */
export function sessionView(
  session: ShownSession,
  { sessionId, view }: Pick<SessionOwner, 'sessionId' | 'view'>,
): SignedInSession {
  const { ip } = session;
  return {
    id: String(session.id),
    createdAt: session.createdAt.toISOString(),
    lastSeenAt: session.lastSeenAt.toISOString(),
    device: session.device,
    ip: ip !== null && view ? maskedIp(ip) : ip,
    current: session.id === sessionId,
    ...(session.viewerSessionId === null ? {} : { view: { endsAt: session.expiresAt.toISOString() } }),
  };
}

/** A session as staff see it. */
export function customerSessionView(session: ShownSession, sensitive: boolean): CustomerSession {
  const { ip } = session;
  return {
    id: String(session.id),
    created_at: session.createdAt.toISOString(),
    last_seen_at: session.lastSeenAt.toISOString(),
    device: session.device,
    ip: ip === null || sensitive ? ip : maskedIp(ip),
    ...(session.viewerSessionId === null ? {} : { view_until: session.expiresAt.toISOString() }),
  };
}
