/** A session just opened: the one time that its token is known in plain. */
export type OpenedSession = { userId: number; token: string };

export type SessionRecord = { id: number; userId: number; lastSeenAt: Date };

/** A session as its owner is shown it. */
export type ShownSession = {
  id: number;
  createdAt: Date;
  lastSeenAt: Date;
  device: string | null;
  ip: string | null;
};

export type EmailTokenRecord = { id: number; userId: number; expiresAt: Date; usedAt: Date | null };
