/** Where a call came from, as the audit log keeps it. A use case gets it as its last parameter. */
export type Origin = {
  ip: string;
  requestId: string;
  /** What the browser says it is; a session keeps it in words, the audit log does not. */
  userAgent?: string | undefined;
};

/** One line of the audit log. `action` reads `feature.what_happened`; `details` holds ids and choices, never a secret. */
export type AuditEntry = {
  at: Date;
  action: `${string}.${string}`;
  /** Who did it; null where nobody was signed in. */
  actorUserId: number | null;
  /** What it was done to, where that is one thing. */
  target?: { type: string; id: number | string };
  details?: Record<string, unknown>;
  /** Absent where a person at the server's command line, or a job, did it. */
  origin?: Origin;
};
