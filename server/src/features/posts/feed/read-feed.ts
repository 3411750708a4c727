import { DAY_MS } from '@drumbeat/contract/time.ts';
import type { Actor, Visitor } from '../../../platform/actor.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { networkOf } from '../../../platform/http/proxies.ts';
import { feedMisses, feedReads, postEdits } from '../../../platform/rate-limits.ts';
import { hashToken, randomToken } from '../../../platform/secrets.ts';
import { listEveryAccount } from '../../accounts/accounts.queries.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { getBilling } from '../../billing/get-billing.ts';
import { requireNotCanceled } from '../../billing/require-not-canceled.ts';
import { listPostsBetween } from '../../post/post.queries.ts';
import { findUser } from '../../users/users.queries.ts';
import type { PostsDeps } from '../posts.deps.ts';
import { deleteFeed, insertFeed, selectFeedOwner, selectFeedStart } from '../posts.store.ts';
import { feedOf } from './feed.rules.ts';

/** How far a feed goes back and ahead. */
const REACH_MS = 90 * DAY_MS;

/**
 * A calendar feed as iCalendar: posts planned or published within 90 days. Throws NOT_FOUND for an unknown
 * secret, or if its owner left or canceled the subscription; RATE_LIMIT_EXCEEDED.
 */
export async function readFeed(deps: PostsDeps, secret: string, visitor: Visitor): Promise<string> {
  const now = deps.clock.now();
  const userId = await findReader(deps, secret, now);
  if (userId === undefined) {
    // An address has 256 random bits. Only strangers are counted: calendars fetch for many people from few networks.
    await deps.limits.consume(feedMisses, networkOf(visitor.origin.ip));
    throw new AppError('NOT_FOUND', 'There is no calendar at this address. It may have been renewed.');
  }
  await deps.limits.consume(feedReads, userId);
  const accounts = await listEveryAccount(deps.db, userId);
  const names = new Map(accounts.map((account) => [account.id, account.username]));
  const [from, to] = [new Date(now.getTime() - REACH_MS), new Date(now.getTime() + REACH_MS)];
  const posts = (await listPostsBetween(deps.db, userId, from, to)).map((post) => ({
    ...post,
    username: names.get(post.accountId) ?? '',
    tweetUrl: post.tweetId ? deps.tweetUrl(post.tweetId) : null,
  }));
  return feedOf(posts, `${deps.publicUrl}/dashboard`);
}

/** The feed's owner, if they may still use it. */
async function findReader(deps: PostsDeps, secret: string, now: Date): Promise<number | undefined> {
  const userId = await selectFeedOwner(deps.db, hashToken(secret));
  const user = userId === undefined ? undefined : await findUser(deps.db, userId);
  if (!user || user.deletedAt) return undefined;
  const { subscriptionStatus } = await getBilling(deps.db, now, user.id);
  return subscriptionStatus === 'canceled' ? undefined : user.id;
}

/** Whether a person has a calendar feed, and since when. */
export async function getFeed(
  deps: PostsDeps,
  actor: Actor,
): Promise<{ isOn: boolean; since: string | null }> {
  const since = await selectFeedStart(deps.db, actor.userId);
  return { isOn: since !== undefined, since: since?.toISOString() ?? null };
}

/**
 * Creates a new address for a person's calendar feed; the old one stops working. Throws
 * SUBSCRIPTION_CANCELED.
 */
export async function renewFeed(deps: PostsDeps, actor: Actor): Promise<{ url: string }> {
  await deps.limits.consume(postEdits, actor.userId);
  await requireNotCanceled(deps, actor.userId, 'scheduling disabled');
  const secret = randomToken();
  const at = deps.clock.now();
  await inTransaction(deps.db, async (tx) => {
    await insertFeed(tx, { userId: actor.userId, secretHash: hashToken(secret), createdAt: at });
    await recordAudit(tx, actor, { at, action: 'posts.feed_renewed' });
  });
  return { url: `${deps.publicUrl}/api/feeds/calendar/${secret}.ics` };
}

/** Ends a person's calendar feed, if there is one. */
export async function endFeed(deps: PostsDeps, actor: Actor): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    if (!(await deleteFeed(tx, actor.userId))) return;
    await recordAudit(tx, actor, { at: deps.clock.now(), action: 'posts.feed_ended' });
  });
}
