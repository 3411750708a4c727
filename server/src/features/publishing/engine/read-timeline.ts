import type { RecentPosts, XPost } from '../../../providers/x/x.ts';
import type { AccountAccess } from '../../accounts/accounts.types.ts';
import { findTiers } from '../../billing/billing.queries.ts';
import { recordReads } from '../../figures/record-costs.ts';
import type { PublishingDeps } from '../publishing.deps.ts';

type Token = Pick<Extract<AccountAccess, { kind: 'token' }>, 'accessToken' | 'twitterUserId'>;
type Wanted = Pick<RecentPosts, 'maxAgeMs' | 'mayBeReply' | 'isEnough'> & {
  userId: number;
  accountId: number;
};

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
