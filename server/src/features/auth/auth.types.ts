/** A session just opened: the one time that its token is known in plain. */
export type OpenedSession = { userId: number; token: string };

export type SessionRecord = { id: number; userId: number; expiresAt: Date };

export type EmailTokenRecord = { id: number; userId: number; expiresAt: Date; usedAt: Date | null };
