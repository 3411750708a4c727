import type { HoldReason, PostStatus } from '@drumbeat/contract/posts.ts';

/** A post's status as its row keeps it. */
export const storedStatuses = ['pending', 'posted', 'failed'] as const;
export type StoredStatus = (typeof storedStatuses)[number];

/** A post's status as it is shown: that a worker has it in hand says the lane of its account. */
export const shownStatuses = [...storedStatuses, 'processing'] as const;
export type ShownStatus = (typeof shownStatuses)[number];

const statusOnWire = {
  pending: 'Pending',
  processing: 'Processing',
  posted: 'Posted',
  failed: 'Failed',
} as const satisfies Record<ShownStatus, PostStatus>;

/** A status in the words of the contract. */
export function wireStatus(status: ShownStatus): PostStatus {
  return statusOnWire[status];
}

/** Why an account's posts are held, as the database keeps it. `paused_all` is the person's switch over all accounts. */
export const storedHolds = [
  'disconnected',
  'subscription',
  'paused',
  'paused_all',
  'rate_limited',
  // Attempts in a row ended without an answer from X.
  'unanswered',
  // Restored from a backup: held until the timeline shows what went out since.
  'restored',
] as const;
export type StoredHold = (typeof storedHolds)[number];

/** What a post itself may show: what holds its account, else that its owner paused this one post. */
export const shownHolds = [...storedHolds, 'paused_one'] as const;
export type ShownHold = (typeof shownHolds)[number];

const holdOnWire = {
  disconnected: 'disconnected',
  subscription: 'subscription',
  paused: 'paused',
  paused_all: 'paused',
  rate_limited: 'rate_limited',
  unanswered: 'unanswered',
  restored: 'restored',
  // The post says so itself: `isPaused`.
  paused_one: null,
} as const satisfies Record<ShownHold, HoldReason | null>;

/** A stored hold in the words of the contract. */
export function wireHold(reason: ShownHold): HoldReason | null {
  return holdOnWire[reason];
}
