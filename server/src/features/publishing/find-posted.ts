import type { XPost } from '../../providers/x/x.ts';
import type { AccountAccess } from '../accounts/accounts.types.ts';
import { beginsWithName, findOnTimeline } from './matching.rules.ts';
import type { PublishingDeps } from './publishing.deps.ts';
import { takenTweets } from './publishing.store.ts';
import { readTimeline } from './read-timeline.ts';

type Token = Pick<Extract<AccountAccess, { kind: 'token' }>, 'accessToken' | 'twitterUserId'>;
type Whose = { userId: number; accountId: number };

/**
 * The post on the account's timeline that a text of ours became within the last `maxAgeMs`, if X shows it. Reads no page
 * more than it needs. Where X does not say where a link leads, the same words are taken for ours. Throws XError.
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
