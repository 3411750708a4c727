import type { FailureCode } from '@drumbeat/contract/posts/failure-codes.ts';
import type { TimelineEvent } from '@drumbeat/contract/publishing/publishing.ts';
import { type StoredHold, type StoredStatus, wireStatus } from '../../post/post-words.rules.ts';
import type { DeletionWay, UnknownReason } from '../publishing.types.ts';

export const postEventKinds = [
  'planned',
  'copied',
  'edited',
  'moved',
  'retried',
  'paused',
  'resumed',
  'restored',
] as const;
export const attemptOutcomes = ['posted', 'failed', 'retry', 'not_sent', 'released', 'absent'] as const;

/** A change to a post, or a hold of its account. */
export type HistoryRecord = { at: Date } & (
  | { kind: (typeof postEventKinds)[number]; detail: Record<string, unknown> }
  | { kind: 'held' | 'released'; detail: { reason: StoredHold; until: string | null } }
);

export type AttemptRecord = {
  startedAt: Date;
  calledAt: Date | null;
  unknownReason: UnknownReason | null;
  unknownSince: Date | null;
  outcome: (typeof attemptOutcomes)[number] | null;
  tweetId: string | null;
  errorCode: FailureCode | null;
  errorMessage: string | null;
  settledAt: Date | null;
};

const holdWords = {
  paused: 'posts of this account were paused',
  paused_all: 'all posts were paused',
  disconnected: 'the X account was not connected',
  subscription: 'no subscription was running',
  rate_limited: 'X asked us to wait',
  unanswered: 'X did not answer several times in a row',
  restored: 'our database was restored from a backup, and we had to check what was already on X',
} as const satisfies Record<StoredHold, string>;

const unknownWords = {
  timeout: 'X did not answer in time',
  connection_reset: 'the connection to X was lost',
  server_error: 'X had an error of its own',
  unreadable_answer: 'X’s answer could not be read',
  restored: 'our record of it was lost',
  duplicate: 'X called it a duplicate of what may be our own earlier try',
} as const satisfies Record<UnknownReason, string>;

const wayWords = {
  one: 'by itself',
  several: 'with others that were chosen',
  pending_failed: 'with all pending and failed posts of its account',
  replaced: 'because a new calendar took its place',
  account_removed: 'because its X account was removed',
} as const satisfies Record<DeletionWay, string>;

/** The last entry of a deleted post's timeline: how it was deleted, and its content. */
export function deletionOf(post: {
  userId: number;
  content: string;
  scheduledAt: Date;
  status: StoredStatus;
  deletedAt: Date;
  deletedBy: number | null;
  way: DeletionWay;
}): TimelineEvent {
  const who = post.deletedBy === post.userId ? 'its owner' : 'our staff';
  return {
    at: post.deletedAt.toISOString(),
    kind: 'deleted',
    text: `Deleted by ${who}, ${wayWords[post.way]}.`,
    data: {
      by: post.deletedBy,
      way: post.way,
      content: post.content,
      scheduledTime: post.scheduledAt.toISOString(),
      status: wireStatus(post.status),
    },
  };
}

/** A post's history in words, in order. Pure. */
export function historyOf(
  history: readonly HistoryRecord[],
  attempts: readonly AttemptRecord[],
): TimelineEvent[] {
  return [...history.map(entryOf), ...attempts.flatMap(entriesOf)].sort(
    (a, b) => Date.parse(a.at) - Date.parse(b.at),
  );
}

function entryOf(record: HistoryRecord): TimelineEvent {
  const { at, kind, detail } = record;
  return { at: at.toISOString(), kind, text: historyText(record), data: detail };
}

function historyText({ kind, detail }: HistoryRecord): string {
  switch (kind) {
    case 'planned':
      return `Planned for ${String(detail.local)}.`;
    case 'copied':
      return `Copied from another post, and planned for ${String(detail.local)}.`;
    case 'paused':
      return detail.because === 'restored'
        ? 'Paused, because our database was restored from a backup and a post with the same words is on X.'
        : 'Paused by hand.';
    case 'resumed':
      return 'Resumed by hand.';
    case 'restored':
      return detail.local
        ? `Restored after it was deleted, for ${String(detail.local)}.`
        : 'Restored after it was deleted.';
    case 'edited':
      if (detail.now) return 'Sent to publish at once, by hand.';
      return `Edited: ${[detail.text ? 'the text' : '', detail.to ? `the time, to ${String(detail.local)}` : ''].filter(Boolean).join(' and ')}.`;
    case 'moved':
      return `Moved to ${String(detail.local)}, the next free time, because its own time had passed.`;
    case 'retried':
      return 'Retried by hand.';
    case 'held':
      return `On hold because ${holdWords[detail.reason]}.`;
    case 'released':
      return `No longer on hold. It was held because ${holdWords[detail.reason]}.`;
  }
}

function entriesOf(attempt: AttemptRecord): TimelineEvent[] {
  const entry = (at: Date | null, kind: TimelineEvent['kind'], text: string, data = {}): TimelineEvent[] =>
    at ? [{ at: at.toISOString(), kind, text, data }] : [];
  const unknown = attempt.unknownReason ? unknownWords[attempt.unknownReason] : 'X’s answer is not known';
  return [
    ...entry(attempt.startedAt, 'claimed', 'Picked up by a worker.'),
    ...entry(attempt.calledAt, 'called', 'Sent to X.'),
    ...entry(attempt.unknownSince, 'unknown', `Outcome unknown: ${unknown}. We check the timeline on X.`, {
      reason: attempt.unknownReason,
    }),
    ...entry(attempt.settledAt, 'settled', settledText(attempt), {
      outcome: attempt.outcome,
      ...(attempt.tweetId ? { tweetId: attempt.tweetId } : {}),
      ...(attempt.errorCode ? { code: attempt.errorCode } : {}),
    }),
  ];
}

function settledText(attempt: AttemptRecord): string {
  const isFound = attempt.calledAt === null || attempt.unknownReason !== null;
  switch (attempt.outcome) {
    case 'posted':
      return isFound ? 'Posted: found on the timeline.' : 'Posted.';
    case 'failed':
      return `Failed: ${attempt.errorMessage ?? 'no reason was recorded.'}`;
    case 'retry':
      return `It will be tried again. ${attempt.errorMessage ?? ''}`.trim();
    case 'not_sent':
      return 'Drumbeat couldn’t reach X, so nothing was sent. It will be tried again soon.';
    case 'absent':
      return 'Not on the timeline: the worker stopped before X received the post. It will be tried again at once.';
    default:
      return 'It could not be sent just then, so it went back in the queue.';
  }
}
