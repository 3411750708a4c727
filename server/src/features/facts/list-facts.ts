import type { Actor } from '../../platform/actor.ts';
import { findAccount } from '../accounts/accounts.queries.ts';
import type { FactsDeps } from './facts.deps.ts';
import { selectFacts } from './facts.store.ts';
import type { FactRecord, FeedWithEntries } from './facts.types.ts';
import { selectFeeds } from './feeds.store.ts';

/** The facts and feeds of the person's account. Throws X_NOT_CONNECTED, X_ACCOUNT_NOT_FOUND. */
export async function listFacts(
  { db }: Pick<FactsDeps, 'db'>,
  actor: Pick<Actor, 'userId'>,
  input: { twitterAccountId?: number | undefined },
): Promise<{ facts: FactRecord[]; feeds: FeedWithEntries[] }> {
  const { id } = await findAccount(db, actor.userId, input.twitterAccountId);
  const [facts, feeds] = await Promise.all([selectFacts(db, id), selectFeeds(db, id)]);
  return { facts, feeds };
}
