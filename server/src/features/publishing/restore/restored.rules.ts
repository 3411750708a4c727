import { MINUTE_MS } from '@drumbeat/contract/time.ts';
import type { XPost } from '../../../providers/x/x.ts';
import { findOnTimeline, findSameWords } from '../engine/matching.rules.ts';

/** A post that the restored database has as unpublished, and the earliest time at which it may be on X. */
export type Unpublished = { postId: number; content: string; earliest: Date };

/** The maximum clock difference between X and the database. */
const CLOCKS_DIFFER_MS = 5 * MINUTE_MS;

/**
 * Matches posts with a timeline that was read from `since` on, each tweet at most once. `found`: exact
 * matches; `unsure`: the same words, but for example a changed link.
 */
export function matchRestored<Post extends Unpublished>(
  posts: readonly Post[],
  timeline: readonly XPost[],
  taken: ReadonlySet<string>,
  since: Date,
): { found: { post: Post; tweet: XPost }[]; unsure: Post[] } {
  // The timeline may go back further for other posts; leave out what is too old for this one.
  const candidates = ({ earliest }: Post) =>
    since < earliest ? timeline.filter(({ createdAt }) => isSince(createdAt, earliest)) : timeline;
  const used = new Set(taken);
  const found: { post: Post; tweet: XPost }[] = [];
  const rest: Post[] = [];
  for (const post of posts) {
    // Fast path: of thousands of posts, nearly all have no match.
    if (!findSameWords(post.content, candidates(post), used)) continue;
    const match = findOnTimeline(post.content, candidates(post), used);
    if (!match || match.isLinkBlind) rest.push(post);
    else {
      used.add(match.post.tweetId);
      found.push({ post, tweet: match.post });
    }
  }
  return { found, unsure: rest.filter((post) => findSameWords(post.content, candidates(post), used)) };
}

function isSince(at: Date, earliest: Date): boolean {
  return at.getTime() >= earliest.getTime() - CLOCKS_DIFFER_MS;
}
