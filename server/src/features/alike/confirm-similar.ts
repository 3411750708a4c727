import { CALLER_RATE_LIMITED } from '@drumbeat/contract/publishing/rate-limit-codes.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { similarQuestions } from '../../platform/limits.ts';
import type { AlikeDeps } from './alike.deps.ts';
import { findAlikeOfEach } from './find-alike.ts';
import { isLongEnough, questionOf } from './question.rules.ts';

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
