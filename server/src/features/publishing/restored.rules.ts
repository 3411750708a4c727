import { MINUTE_MS } from '@drumbeat/contract/time.ts';
import type { XPost } from '../../providers/x/x.ts';
import { findOnTimeline, findSameWords } from './matching.rules.ts';

/** A post that is not out as far as the restored database knows, and from when on it may be on X. */
export type Unpublished = { postId: number; content: string; earliest: Date };

/** X's clock and the database's differ by less. */
const CLOCKS_DIFFER_MS = 5 * MINUTE_MS;

/**
 * Which posts a timeline shows, each by a post of its own: `found` for sure, `unsure` where only the words are the same,
 * as after a change of a link. The timeline was read from `since` on.
 */
export function matchRestored<Post extends Unpublished>(
  posts: readonly Post[],
  timeline: readonly XPost[],
  taken: ReadonlySet<string>,
  since: Date,
): { found: { post: Post; tweet: XPost }[]; unsure: Post[] } {
  // Where others made the search go further back, the oldest are too old for this post.
  const candidates = ({ earliest }: Post) =>
    since < earliest ? timeline.filter(({ createdAt }) => isSince(createdAt, earliest)) : timeline;
  const used = new Set(taken);
  const found: { post: Post; tweet: XPost }[] = [];
  const rest: Post[] = [];
  for (const post of posts) {
    // Nearly all of thousands of posts end here.
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
