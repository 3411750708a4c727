import type { XPost } from '../../../providers/x/x.ts';
import type { AccountAccess } from '../../accounts/accounts.types.ts';
import type { PublishingDeps } from '../publishing.deps.ts';
import { beginsWithName, findOnTimeline } from './matching.rules.ts';
import { takenTweets } from './publishing.store.ts';
import { readTimeline } from './read-timeline.ts';

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
