import { FEEDS_MOST } from '@drumbeat/contract/facts/facts.rules.ts';
import type { Actor } from '../../platform/actor.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { feedFetches } from '../../platform/rate-limits.ts';
import { findAccount } from '../accounts/accounts.queries.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { lockUser } from '../users/users.queries.ts';
import { feedKnown, feedNotFound, feedRefused, tooManyFeeds } from './facts.errors.ts';
import { feedTitle, keptEntries, nextReadAt } from './facts.rules.ts';
import type { FactsDeps, FeedWithEntries } from './facts.types.ts';
import { insertFeed, selectFeed, selectFeeds } from './feeds.store.ts';

type Input = { twitterAccountId?: number | undefined; url: string };

/**
 * Reads a feed, then adds it to an account with its entries; a feed that cannot be read is not added. Nothing
 * is locked during the read. Throws X_NOT_CONNECTED, X_ACCOUNT_NOT_FOUND, FEED_LIMIT_REACHED, FEED_REFUSED,
 * VALIDATION_FAILED for a feed that the account already has, RATE_LIMIT_EXCEEDED.
 */
export async function createFeed(deps: FactsDeps, actor: Actor, input: Input): Promise<FeedWithEntries> {
  await deps.limits.consume(feedFetches, actor.userId);
  const { id: accountId } = await findAccount(deps.db, actor.userId, input.twitterAccountId);
  const url = addressOf(input.url);
  const present = await selectFeeds(deps.db, accountId);
  if (present.some((feed) => feed.url === url)) throw feedKnown();
  if (present.length >= FEEDS_MOST) throw tooManyFeeds();
  const reading = await deps.feeds.read(url, { etag: null, lastModified: null });
  if (!reading.ok) throw feedRefused(reading.problem);
  // A feed that answers 'not changed' to the first request is of no use.
  if (!reading.changed) throw feedRefused('refused');
  const { title, entries, version } = reading;

  return inTransaction(deps.db, async (tx) => {
    await lockUser(tx, actor.userId);
    // Meanwhile the account may have been removed, or another tab may have taken the last place.
    await findAccount(tx, actor.userId, accountId);
    if ((await selectFeeds(tx, accountId)).length >= FEEDS_MOST) throw tooManyFeeds();
    const at = deps.clock.now();
    const feed = { userId: actor.userId, accountId, url, readAt: at, nextReadAt: nextReadAt(at) };
    const read = { ...version, title: feedTitle(title, url), entries: keptEntries(entries) };
    const id = await insertFeed(tx, feed, read);
    if (id === undefined) throw feedKnown();
    await recordAudit(tx, actor, {
      at,
      action: 'facts.feed_added',
      target: { type: 'fact_feed', id },
      details: { host: new URL(url).host },
    });
    const added = await selectFeed(tx, id);
    if (!added) throw feedNotFound();
    return added;
  });
}

/** The URL without its fragment, which does not affect the response. */
function addressOf(given: string): string {
  const url = URL.parse(given);
  if (!url) throw feedRefused('not_an_address');
  url.hash = '';
  return url.href;
}
