import type { HoldReason, PostStatus } from '@drumbeat/contract/posts/posts.ts';

/** A post's status as stored in its row. */
export const storedStatuses = ['pending', 'posted', 'failed'] as const;
export type StoredStatus = (typeof storedStatuses)[number];

/** A post's status as shown. `processing` comes from the account's lane: a worker is publishing the post. */
export const shownStatuses = [...storedStatuses, 'processing'] as const;
export type ShownStatus = (typeof shownStatuses)[number];

const statusOnWire = {
  pending: 'Pending',
  processing: 'Processing',
  posted: 'Posted',
  failed: 'Failed',
} as const satisfies Record<ShownStatus, PostStatus>;

/** A status in the contract's terms. */
export function wireStatus(status: ShownStatus): PostStatus {
  return statusOnWire[status];
}

/** A post's status in the contract's terms. */
export function statusOf(post: { status: ShownStatus }): PostStatus {
  return wireStatus(post.status);
}

/** Why an account's posts are held, as stored. `paused_all` is the person's pause for all accounts. */
export const storedHolds = [
  'disconnected',
  'subscription',
  'paused',
  'paused_all',
  'rate_limited',
  // Several attempts in a row ended without an answer from X.
  'unanswered',
  // Restored from a backup: held until the timeline shows what was published since.
  'restored',
] as const;
export type StoredHold = (typeof storedHolds)[number];

/** The hold that a post shows: its account's hold, or else that the post itself is paused. */
export const shownHolds = [...storedHolds, 'paused_one'] as const;
export type ShownHold = (typeof shownHolds)[number];

/** The hold of a post that no worker is publishing, as the view `shown_posts` has it. */
export function shownHold(
  post: { status: StoredStatus; isPaused: boolean },
  ofAccount: StoredHold | null,
): ShownHold | null {
  if (post.status !== 'pending') return null;
  return ofAccount ?? (post.isPaused ? 'paused_one' : null);
}

const holdOnWire = {
  disconnected: 'disconnected',
  subscription: 'subscription',
  paused: 'paused',
  paused_all: 'paused',
  rate_limited: 'rate_limited',
  unanswered: 'unanswered',
  restored: 'restored',
  // Shown through the post's `isPaused` instead.
  paused_one: null,
} as const satisfies Record<ShownHold, HoldReason | null>;

/** A stored hold in the contract's terms. */
export function wireHold(reason: ShownHold): HoldReason | null {
  return holdOnWire[reason];
}
