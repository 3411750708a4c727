import type { PostStatus } from '@drumbeat/contract/posts.ts';

/** A post's status as the database keeps it. */
export const storedStatuses = ['pending', 'processing', 'posted', 'failed'] as const;
export type StoredStatus = (typeof storedStatuses)[number];

const onWire = {
  pending: 'Pending',
  processing: 'Processing',
  posted: 'Posted',
  failed: 'Failed',
} as const satisfies Record<StoredStatus, PostStatus>;

/** A stored status in the words of the contract. */
export function wireStatus(status: StoredStatus): PostStatus {
  return onWire[status];
}
