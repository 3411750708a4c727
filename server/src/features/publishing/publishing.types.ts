import type { FailureCode } from '@drumbeat/contract/posts.ts';
import { z } from 'zod';
import { column } from '../../platform/rows.ts';
import { storedStatuses } from '../posts/post-words.rules.ts';
import { unknownReasons } from './publishing.rules.ts';

export const claimedRow = z.object({
  attemptId: column.number,
  workerId: column.text,
  /** Until then no other worker touches the attempt. */
  leaseUntil: column.instant,
  postId: column.number,
  userId: column.number,
  accountId: column.number,
  content: column.text,
  scheduledAt: column.instant,
  dueAt: column.instant,
  retryCount: column.number,
  updatedAt: column.instant,
});
/** A post that this worker has claimed: its ledger row is written, so the call may begin. */
export type ClaimedPost = z.infer<typeof claimedRow> & {
  /** Claimed even though publishing is stopped for everybody, to see whether X accepts posts again. */
  isProbe?: boolean;
};

export const openRow = claimedRow.extend({
  startedAt: column.instant,
  unknownReason: z.enum(unknownReasons).nullable(),
  unknownSince: column.instant.nullable(),
});
/** An attempt whose lease ran out, taken over by this worker to find out what became of the call. */
export type OpenAttempt = z.infer<typeof openRow>;

export const settledRow = z.object({
  id: column.number,
  userId: column.number,
  accountId: column.number,
  status: z.enum(storedStatuses),
  retryCount: column.number,
  dueAt: column.instant,
  errorCode: column.text.nullable(),
  tweetId: column.text.nullable(),
  errorMessage: column.text.nullable(),
  updatedAt: column.instant,
});
/** What a settlement did: the post's new state, for its streams. */
export type Settled = z.infer<typeof settledRow>;

/** Which attempt of which post is settled. */
export type AttemptIds = Pick<ClaimedPost, 'attemptId' | 'postId' | 'userId' | 'accountId'>;

export function idsOf({ attemptId, postId, userId, accountId }: AttemptIds): AttemptIds {
  return { attemptId, postId, userId, accountId };
}

/** What becomes of an attempt and its post. */
export type Settlement = AttemptIds & {
  /** When the call began, where one was made by the worker that settles. */
  calledAt?: Date;
  /** No other post of the account goes out before this time. */
  nextNotBefore?: Date;
  /** The post was the probe while publishing was stopped. */
  isProbe?: boolean;
  /** The person's plan, where what the post cost is written down. */
  tier?: string;
} & (
    | { outcome: 'posted'; tweetId: string; hasLink?: boolean }
    | { outcome: 'failed'; code: FailureCode; message: string }
    /** The try failed: tried again at `dueAt`, and counted. */
    | { outcome: 'retry'; dueAt: Date; code: FailureCode; message: string }
    /** Certainly not sent, which does not count as a try: tried again at `dueAt`. */
    | { outcome: 'not_sent'; dueAt: Date }
    /** Not tried: tried again as soon as nothing holds it. */
    | { outcome: 'released' }
    /** Certainly not on the timeline after a crash: tried again at once, not counted. */
    | { outcome: 'absent' }
  );

/** A post that a timeline shows although the database calls it pending or failed. */
export type Found = {
  postId: number;
  tweetId: string;
  postedAt: Date;
  hasLink: boolean;
  /** The person's plan. */
  tier: string;
};

/** How a post came to be deleted. */
export const deletionWays = ['one', 'several', 'pending_failed', 'replaced', 'account_removed'] as const;
export type DeletionWay = (typeof deletionWays)[number];

/** Whose stream it is, and which of their sessions it belongs to. */
export type StreamOwner = { userId: number; sessionId: number };

/** A time during which nobody's posts go out, because a maintenance window holds them. */
export type NewPause = { windowId: number; startsAt: Date; endsAt: Date | null };

/** Whether publishing pauses now, until when (null: until somebody ends it), and when the last pause ended. */
export type PauseState = { isPaused: boolean; until: Date | null; endedAt: Date | null };
