import { describeError, requestIdOf } from '../../api/errors.ts';

/** Why something was not done, shown where it was asked for. */
export type Problem = { text: string; requestId?: string | undefined };

/** A failed call in words: `words` puts the reason into a sentence. */
export function problemOf(error: unknown, words: (reason: string) => string): Problem {
  return { text: words(describeError(error, 'Please try again.')), requestId: requestIdOf(error) };
}
