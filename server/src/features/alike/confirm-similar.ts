import type { SimilarPosts } from '@drumbeat/contract/posts/posts.rules.ts';
import { CALLER_RATE_LIMITED } from '@drumbeat/contract/publishing/rate-limit-codes.ts';
import { weightedLength } from '@drumbeat/contract/text/weighted-length.rules.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { similarQuestions } from '../../platform/rate-limits.ts';
import { findAlikeOfEach } from './find-alike.ts';

/**
 * Texts shorter than this many weighted characters, such as a greeting, are naturally similar, so nobody is
 * asked.
 */
const SAID_FROM = 60;
/** How many of the person's own posts a question lists. */
const MOST_NAMED = 3;

type AlikeDeps = Pick<Platform, 'clock' | 'limits'>;

/**
 * Compares the person's texts with existing posts, except the person's post `exceptPostId`. Throws
 * TOO_SIMILAR.
 */
export type Compare = (db: Db, texts: readonly string[], exceptPostId?: number) => Promise<void>;

/**
 * Runs `work`, which compares the person's texts before it writes. Similar texts are not refused: the first
 * attempt throws TOO_SIMILAR, and one with `accepted` succeeds. Above 20 questions an hour per person it
 * succeeds without asking (`work` runs again), so that nobody can probe for what others have written.
 */
export async function confirmSimilar<T>(
  deps: AlikeDeps,
  { userId }: Pick<Actor, 'userId'>,
  accepted: boolean,
  work: (compare: Compare) => Promise<T>,
): Promise<T> {
  const silent: Compare = async () => undefined;
  if (accepted) return work(silent);
  try {
    return await work((db, texts, exceptPostId) =>
      compare(db, userId, texts, exceptPostId, deps.clock.now()),
    );
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'TOO_SIMILAR') throw error;
    if (await mayAsk(deps, userId)) throw error;
    return work(silent);
  }
}

async function compare(
  db: Db,
  userId: number,
  texts: readonly string[],
  exceptPostId: number | undefined,
  now: Date,
): Promise<void> {
  const found = await findAlikeOfEach(db, texts.filter(isLongEnough), now);
  const question = questionOf(
    texts.map((text) => {
      const alike = found.get(text) ?? [];
      return {
        own: alike.flatMap(({ post }) => (post?.userId === userId && post.id !== exceptPostId ? post : [])),
        elsewhere: alike.some((each) => each.userId !== userId),
      };
    }),
  );
  if (question) throw new AppError('TOO_SIMILAR', question.message, { data: question.data });
}

/** Counts a question; false if the person was asked too often already. */
async function mayAsk({ limits }: AlikeDeps, userId: number): Promise<boolean> {
  try {
    await limits.consume(similarQuestions, userId);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === CALLER_RATE_LIMITED) return false;
    throw error;
  }
}

/** Whether a text is long enough to ask about. */
export function isLongEnough(text: string): boolean {
  return weightedLength(text) >= SAID_FROM;
}

type OwnPost = { id: number; accountId: number; content: string; scheduledAt: Date };

/**
 * What was found for one of a person's texts: similar posts of their own, and whether somebody else has one.
 */
type Found = { own: readonly OwnPost[]; elsewhere: boolean };

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
