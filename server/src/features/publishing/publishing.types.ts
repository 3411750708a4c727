import type { FailureCode } from '@drumbeat/contract/posts/failure-codes.ts';
import { z } from 'zod';
import { column } from '../../platform/database/rows.ts';
import { storedStatuses } from '../post/post-words.rules.ts';

/** Why the outcome of a call is unknown: X gave no clear answer, or our record of the answer was lost. */
export const unknownReasons = [
  'timeout',
  'connection_reset',
  'server_error',
  'unreadable_answer',
  'duplicate',
  'restored',
] as const;
export type UnknownReason = (typeof unknownReasons)[number];

export const claimedLane = z.object({
  accountId: column.number,
  userId: column.number,
  postId: column.number,
  worker: column.number,
  /** How often the lane was claimed. A settlement other than 'posted' must still have the current number. */
  epoch: column.number,
  startedAt: column.instant,
});
/** A lane that this worker has claimed. The claim is committed, so the call may begin. */
export type ClaimedLane = z.infer<typeof claimedLane>;

export const contentRow = z.object({
  postId: column.number,
  content: column.text,
  scheduledAt: column.instant,
  dueAt: column.instant,
  retryCount: column.number,
  updatedAt: column.instant,
});
/** A post that this worker is publishing. */
export type ClaimedPost = ClaimedLane &
  z.infer<typeof contentRow> & {
    /** When it was claimed, in milliseconds of this process's monotonic clock. */
    claimedAt: number;
    /** Claimed as a probe while publishing is stopped, to see whether X accepts posts again. */
    isProbe?: boolean;
  };

export const openRow = claimedLane.extend(contentRow.shape).extend({
  calledAt: column.instant.nullable(),
  unknownReason: z.enum(unknownReasons).nullable(),
  /** How many times the timeline was checked, including this time. */
  looks: column.number,
  /** How many attempts in a row before this one had an unknown outcome and were not on the timeline. */
  absents: column.number,
  /** Milliseconds since the attempt began. */
  ageMs: column.number,
  /** Milliseconds until a timeline without the post proves that it was not published; 0 if it does now. */
  certainInMs: column.number,
  /** The answer to an earlier attempt arrived late: the post is published. */
  isPosted: column.boolean,
});
/** An open post with an unknown outcome: its timeline must be checked. */
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
/** The result of a settlement: the post's new state, for streams. */
export type Settled = z.infer<typeof settledRow>;

/** Identifies an attempt at a post. */
export type AttemptIds = Pick<ClaimedLane, 'accountId' | 'userId' | 'postId' | 'epoch' | 'startedAt'>;

export function idsOf({ accountId, userId, postId, epoch, startedAt }: AttemptIds): AttemptIds {
  return { accountId, userId, postId, epoch, startedAt };
}

/** The outcome of an attempt, and what it means for the post. */
export type Settlement = AttemptIds & {
  /** When the call began, if this worker made one. */
  calledAt?: Date;
  /** Milliseconds before the account's next post may be published. */
  waitMs?: number;
  /** The post was a probe while publishing was stopped. */
  isProbe?: boolean;
  /** The person's plan, if the cost of the post is recorded. */
  tier?: string;
} & (
    | { outcome: 'posted'; tweetId: string; hasLink?: boolean }
    | { outcome: 'failed'; code: FailureCode; message: string }
    /** The attempt failed and counts as a retry; the next is after `waitMs`. */
    | { outcome: 'retry'; code: FailureCode; message: string }
    /** Certainly not sent, so it does not count as a retry; the next attempt is after `waitMs`. */
    | { outcome: 'not_sent' }
    /** Not attempted; it may be claimed again as soon as nothing holds it. */
    | { outcome: 'released' }
    /** Certainly not on the timeline after a crash: tried again at once, not counted. */
    | { outcome: 'absent' }
  );

/** A post found on the timeline although the database has it as pending or failed. */
export type Found = {
  postId: number;
  tweetId: string;
  postedAt: Date;
  hasLink: boolean;
  /** The person's plan. */
  tier: string;
};

/** Why a post was deleted. */
export const deletionWays = ['one', 'several', 'pending_failed', 'replaced', 'account_removed'] as const;
export type DeletionWay = (typeof deletionWays)[number];

/** The owner of a stream, and the session that opened it. */
export type StreamOwner = { userId: number; sessionId: number };

/** A period during which a maintenance window pauses all publishing. `endsAt` null: no end is set. */
export type NewPause = { windowId: number; startsAt: Date; endsAt: Date | null };

/** Whether publishing is paused now, until when (null if no end is set), and when the last pause ended. */
export type PauseState = { isPaused: boolean; until: Date | null; endedAt: Date | null };
