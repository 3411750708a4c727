import type { PublishingDeps } from './publishing.deps.ts';
import { lookAgainAt } from './publishing.rules.ts';
import { selectTries } from './publishing.store.ts';
import type { ClaimedPost, Settlement } from './publishing.types.ts';

type NotSent = Extract<Settlement, { outcome: 'not_sent' }>;

/** Settles a post that certainly was not sent: it stays first of its account and is tried again later. */
export async function postponeUnsent(
  deps: Pick<PublishingDeps, 'db' | 'clock'>,
  post: ClaimedPost,
): Promise<Pick<NotSent, 'outcome' | 'dueAt' | 'nextNotBefore'>> {
  const { dueSince } = await selectTries(deps.db, post);
  const dueAt = lookAgainAt(dueSince, deps.clock.now(), Math.random());
  return { outcome: 'not_sent', dueAt, nextNotBefore: dueAt };
}
