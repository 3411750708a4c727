import type { SimilarPosts } from '@drumbeat/contract/posts/posts.rules.ts';
import { weightedLength } from '@drumbeat/contract/text/weighted-length.rules.ts';

/**
 * Texts shorter than this many weighted characters, such as a greeting, are naturally similar, so nobody is
 * asked.
 */
const SAID_FROM = 60;
/** How many of the person's own posts a question lists. */
const MOST_NAMED = 3;

/** Whether a text is long enough to ask about. */
export function isLongEnough(text: string): boolean {
  return weightedLength(text) >= SAID_FROM;
}

type OwnPost = { id: number; accountId: number; content: string; scheduledAt: Date };
/**
 * What was found for one of a person's texts: similar posts of their own, and whether somebody else has one.
 */
export type Found = { own: readonly OwnPost[]; elsewhere: boolean };

/**
 * The question before a person's texts are scheduled; null if there is none. About other people's posts it
 * only says that there are some: not whose, which or how many.
 */
export function questionOf(found: readonly Found[]): { message: string; data: SimilarPosts } | null {
  const own = new Map(found.flatMap((each) => each.own.map((post) => [post.id, post])));
  const ownCount = found.filter((each) => each.own.length > 0).length;
  const elsewhere = found.some((each) => each.elsewhere && each.own.length === 0);
  if (ownCount === 0 && !elsewhere) return null;
  const named = [...own.values()].slice(0, MOST_NAMED).map(({ id, accountId, content, scheduledAt }) => ({
    id: String(id),
    twitterAccountId: String(accountId),
    content,
    scheduledTime: scheduledAt.toISOString(),
  }));
  return {
    message: messageOf({ many: found.length > 1, ownCount, elsewhere }),
    data: { own: named, ownCount, elsewhere },
  };
}

function messageOf({ many, ownCount, elsewhere }: { many: boolean; ownCount: number; elsewhere: boolean }) {
  if (!many)
    return ownCount > 0
      ? 'This is very similar to a post of yours. X may treat both as spam.'
      : 'There is a very similar post in another account. X may treat both as spam.';
  const others = 'Some of these posts are very similar to posts in other accounts.';
  if (ownCount === 0) return `${others} X may treat them as spam.`;
  const own = `${ownCount} of these posts ${ownCount === 1 ? 'is' : 'are'} very similar to posts of yours.`;
  return `${own}${elsewhere ? ' Others are very similar to posts in other accounts.' : ''} X may treat them as spam.`;
}
