import type { FailureCode } from '@drumbeat/contract/posts.ts';
import { z } from 'zod';
import { column } from '../../platform/rows.ts';
import { storedStatuses } from '../posts/post-words.rules.ts';
import { unknownReasons } from './publishing.rules.ts';

export const claimedLane = z.object({
  accountId: column.number,
  userId: column.number,
  postId: column.number,
  worker: column.number,
  /** How often the lane was taken: who settles the post as not out must still have this number. */
  epoch: column.number,
  startedAt: column.instant,
});
/** A lane that this worker has taken: that its post is in hand is committed, so the call may begin. */
export type ClaimedLane = z.infer<typeof claimedLane>;

export const contentRow = z.object({
  postId: column.number,
  content: column.text,
  scheduledAt: column.instant,
  dueAt: column.instant,
  retryCount: column.number,
  updatedAt: column.instant,
});
/** A post in this worker's hands. */
export type ClaimedPost = ClaimedLane &
  z.infer<typeof contentRow> & {
    /** When it was claimed, in milliseconds of this process's monotonic clock. */
    claimedAt: number;
    /** Claimed even though publishing is stopped for everybody, to see whether X accepts posts again. */
    isProbe?: boolean;
  };

export const openRow = claimedLane.extend(contentRow.shape).extend({
  calledAt: column.instant.nullable(),
  unknownReason: z.enum(unknownReasons).nullable(),
  /** How many looks at the timeline there were, this one included. */
  looks: column.number,
  /** Attempts in a row before this one that were not on the timeline, though nobody knows how they ended. */
  absents: column.number,
  /** How long ago the attempt began. */
  ageMs: column.number,
  /** In how many milliseconds a timeline without the post proves that it is not out; 0 now. */
  certainInMs: column.number,
  /** The answer of an earlier attempt came late: the post is out. */
  isPosted: column.boolean,
});
/** A post in hand of which nobody knows whether it is out: the timeline is to be read. */
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
export type AttemptIds = Pick<ClaimedLane, 'accountId' | 'userId' | 'postId' | 'epoch' | 'startedAt'>;

export function idsOf({ accountId, userId, postId, epoch, startedAt }: AttemptIds): AttemptIds {
  return { accountId, userId, postId, epoch, startedAt };
}

/** What becomes of an attempt and its post. */
export type Settlement = AttemptIds & {
  /** When the call began, where one was made by the worker that settles. */
  calledAt?: Date;
  /** Milliseconds in which no post of the account goes out. */
  waitMs?: number;
  /** The post was the probe while publishing was stopped. */
  isProbe?: boolean;
  /** The person's plan, where what the post cost is written down. */
  tier?: string;
} & (
    | { outcome: 'posted'; tweetId: string; hasLink?: boolean }
    | { outcome: 'failed'; code: FailureCode; message: string }
    /** The try failed: tried again after `waitMs`, and counted. */
    | { outcome: 'retry'; code: FailureCode; message: string }
    /** Certainly not sent, which does not count as a try: tried again after `waitMs`. */
    | { outcome: 'not_sent' }
    /** Not tried: tried again as soon as nothing holds it. */
    | { outcome: 'released' }
    /** Certainly not on the timeline after a death: tried again at once, not counted. */
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
