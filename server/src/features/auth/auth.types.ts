/** A new session; only here is its token known in plain text. */
export type OpenedSession = { userId: number; token: string };

export type SessionRecord = {
  id: number;
  userId: number;
  createdAt: Date;
  expiresAt: Date;
  lastSeenAt: Date;
  /** Whether its owner has two-factor on. */
  twoFactor: boolean;
  /** Set for a view: the session of the member of staff who looks. */
  viewerSessionId: number | null;
};

/** A session of staff from which customers are viewed. */
export type ViewerSession = Pick<SessionRecord, 'id' | 'userId' | 'createdAt' | 'lastSeenAt' | 'twoFactor'>;

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
