import type { Role } from '../users/users.types.ts';

/** A new session; only here is its token known in plain text. */
export type OpenedSession = { userId: number; token: string };

/** A session with what a call asks of its owner. */
export type OwnedSession = {
  id: number;
  userId: number;
  createdAt: Date;
  expiresAt: Date;
  lastSeenAt: Date;
  /** Set for a view: the session of the member of staff who looks. */
  viewerSessionId: number | null;
  email: string;
  emailVerifiedAt: Date | null;
  timeZone: string;
  roles: Role[];
  /** Whether its owner has two-factor on. */
  twoFactor: boolean;
};

/** A session of staff from which customers are viewed. */
export type ViewerSession = Omit<OwnedSession, 'viewerSessionId' | 'email' | 'timeZone'>;

/** What a token opens, before anything is known of its end. A view whose viewer has left has no viewer. */
export type FoundSession = OwnedSession & { viewer: ViewerSession | null };

/** A session as its owner sees it. */
export type ShownSession = {
  id: number;
  createdAt: Date;
  lastSeenAt: Date;
  device: string | null;
  ip: string | null;
  expiresAt: Date;
  /** Set for a view by staff. */
  viewerSessionId: number | null;
};

export type EmailTokenRecord = { id: number; userId: number; expiresAt: Date; usedAt: Date | null };
