/** A post that this worker has claimed: the ledger row is written, the call may be made. */
export type ClaimedPost = {
  attemptId: number;
  workerId: string;
  /** Until then no other worker touches the attempt. */
  leaseUntil: Date;
  postId: number;
  userId: number;
  accountId: number;
  content: string;
  scheduledAt: Date;
  dueAt: Date;
  retryCount: number;
};

/** An attempt whose lease ran out, taken over by this worker to find out what became of the call. */
export type OpenAttempt = ClaimedPost & {
  startedAt: Date;
  unknownReason: string | null;
  unknownSince: Date | null;
};

/** What becomes of an attempt and its post. */
export type Settlement = {
  attemptId: number;
  postId: number;
  userId: number;
  accountId: number;
  /** When the call began, where one was made by the worker that settles. */
  calledAt?: Date;
} & (
  | { outcome: 'posted'; tweetId: string }
  | { outcome: 'failed'; code: string; message: string }
  /** Tried in vain: again at `dueAt`, and counted. */
  | { outcome: 'retry'; dueAt: Date; code: string; message: string }
  /** Not tried: again as soon as nothing holds it. */
  | { outcome: 'released' }
  /** Certainly not on the timeline after a crash: again at once, not counted. */
  | { outcome: 'absent' }
);

/** Reasons as the database keeps them; 'paused_all' is the person's own switch over all accounts. */
export const holdReasons = [
  'disconnected',
  'subscription',
  'paused',
  'paused_all',
  'rate_limited',
  // Brought back from a backup: held until the timeline has told what went out since.
  'restored',
] as const;
export type StoredHold = (typeof holdReasons)[number];

/** Whose stream it is, and which of their sessions it belongs to. */
export type StreamOwner = { userId: number; sessionId: number };
