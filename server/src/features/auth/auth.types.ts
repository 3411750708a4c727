/** A new session; only here is its token known in plain text. */
export type OpenedSession = { userId: number; token: string };

export type SessionRecord = {
  id: number;
  userId: number;
  createdAt: Date;
  lastSeenAt: Date;
  /** Whether its owner has two-factor on. */
  twoFactor: boolean;
};

/** A session as its owner sees it. */
export type ShownSession = {
  id: number;
  createdAt: Date;
  lastSeenAt: Date;
  device: string | null;
  ip: string | null;
};

export type EmailTokenRecord = { id: number; userId: number; expiresAt: Date; usedAt: Date | null };
