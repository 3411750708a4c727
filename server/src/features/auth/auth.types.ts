import type { Role } from '../users/users.types.ts';

/** A new session; the only place where its plain token is known. */
export type OpenedSession = { userId: number; token: string };

/** A session with its owner's data for authentication. */
export type OwnedSession = {
  id: number;
  userId: number;
  createdAt: Date;
  expiresAt: Date;
  lastSeenAt: Date;
  /** For a view: the session of the staff member who views. */
  viewerSessionId: number | null;
  email: string;
  emailVerifiedAt: Date | null;
  timeZone: string;
  roles: Role[];
  /** Whether its owner has two-factor on. */
  twoFactor: boolean;
};

/** A staff session from which customers are viewed. */
export type ViewerSession = Omit<OwnedSession, 'viewerSessionId' | 'email' | 'timeZone'>;

/**
 * The session of a token, before checking whether it has ended. A view whose viewer has left has no viewer.
 */
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

export type TwoFactorRecord = {
  userId: number;
  sealedSecret: string;
  backupSalt: string | null;
  /** The 30-second step of the last accepted code. */
  lastStep: number;
  createdAt: Date;
  /** Null until it is enabled. */
  enabledAt: Date | null;
};
