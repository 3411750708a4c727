import { describeError, requestIdOf } from './errors.ts';

/** Why an action failed, shown where it was started. */
export type Problem = { text: string; requestId?: string | undefined };

/** A failed call as text: `words` puts the reason into a sentence. */
export function problemOf(error: unknown, words: (reason: string) => string): Problem {
  return { text: words(describeError(error, 'Please try again.')), requestId: requestIdOf(error) };
}
