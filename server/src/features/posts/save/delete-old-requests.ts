import { expiredBefore } from '../../../platform/retention.ts';
import type { PostsDeps } from '../posts.deps.ts';
import { deleteRequestsBefore } from '../posts.store.ts';

/** Deletes keys of requests that are too old for a browser to repeat. */
export async function deleteOldRequests(deps: Pick<PostsDeps, 'db' | 'clock'>): Promise<void> {
  await deleteRequestsBefore(deps.db, expiredBefore(deps.clock.now(), 'postRequests'));
}
