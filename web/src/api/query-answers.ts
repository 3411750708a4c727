import { hashKey, type Query, type QueryClient } from '@tanstack/react-query';
import type { LastAnswers } from './last-answers.ts';

/** Garbage-collected with their query, which ends with the session. */
const kept = new WeakMap<Query, LastAnswers>();

/** The last answers of the query under this key. */
export function lastAnswersOf(client: QueryClient, queryKey: readonly unknown[]): LastAnswers {
  const query = client.getQueryCache().get(hashKey(queryKey));
  const known = query && kept.get(query);
  if (known) return known;
  const answers: LastAnswers = new Map();
  if (query) kept.set(query, answers);
  return answers;
}
