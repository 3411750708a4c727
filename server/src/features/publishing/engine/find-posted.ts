import type { RecentPosts, XPost } from '../../../providers/x/x.ts';
import type { AccountAccess } from '../../accounts/accounts.types.ts';
import { findTiers } from '../../billing/billing.queries.ts';
import { recordReads } from '../../figures/record-costs.ts';
import type { PublishingDeps } from '../publishing.deps.ts';
import { beginsWithName, findOnTimeline } from './matching.rules.ts';
import { takenTweets } from './publishing.store.ts';

type Token = Pick<Extract<AccountAccess, { kind: 'token' }>, 'accessToken' | 'twitterUserId'>;
type Whose = { userId: number; accountId: number };

/**
 * Finds the post on the account's timeline that matches our text, from the last `maxAgeMs`. Reads only as
 * many pages as needed. If X omits a link's target, matching words suffice. Throws XError.
 */
export async function findPosted(
  deps: Pick<PublishingDeps, 'db' | 'clock'> & { x: Pick<PublishingDeps['x'], 'recentPosts'> },
  token: Token,
  { content, maxAgeMs, ...whose }: Whose & { content: string; maxAgeMs: number },
): Promise<XPost | undefined> {
  async function match(posts: readonly XPost[]) {
    const found = findOnTimeline(content, posts, new Set());
    if (!found) return undefined;
    const ids = posts.map(({ tweetId }) => tweetId);
    return findOnTimeline(content, posts, await takenTweets(deps.db, ids));
  }
  const isEnough = async (posts: readonly XPost[]) => (await match(posts))?.isLinkBlind === false;
  const posts = await readTimeline(deps, token, {
    maxAgeMs,
    isEnough,
    mayBeReply: beginsWithName(content),
    ...whose,
  });
  return (await match(posts))?.post;
}

type Wanted = Pick<RecentPosts, 'maxAgeMs' | 'mayBeReply' | 'isEnough'> & Whose;

/**
 * An account's recent posts on X, newest first. Records what X charges, even if a later page fails. Throws
 * XError.
 */
export async function readTimeline(
  deps: Pick<PublishingDeps, 'db' | 'clock'> & { x: Pick<PublishingDeps['x'], 'recentPosts'> },
  { accessToken, twitterUserId }: Token,
  { userId, accountId, ...wanted }: Wanted,
): Promise<XPost[]> {
  const objectIds: string[] = [];
  try {
    const onRead = (ids: readonly string[]) => void objectIds.push(...ids);
    return await deps.x.recentPosts(accessToken, twitterUserId, { ...wanted, onRead });
  } finally {
    if (objectIds.length > 0) {
      const tiers = await findTiers(deps.db, [userId], deps.clock.now());
      const tier = tiers.get(userId) ?? 'free';
      await recordReads(deps, { kind: 'post_read', objectIds, userId, accountId, tier });
    }
  }
}
