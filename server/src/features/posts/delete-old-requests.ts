import { expiredBefore } from '../../platform/retention.ts';
import type { PostsDeps } from './posts.deps.ts';
import { deleteRequestsBefore } from './posts.store.ts';

/** Forgets the keys of requests that no browser repeats any more. */
export async function deleteOldRequests(deps: Pick<PostsDeps, 'db' | 'clock'>): Promise<void> {
  await deleteRequestsBefore(deps.db, expiredBefore(deps.clock.now(), 'postRequests'));
}
