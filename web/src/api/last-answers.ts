/**
 * The last answer to a query. A refetch sends its ETag; if nothing has changed, the query gets this same
 * answer again, whatever was done to the cached data meanwhile.
 */
type LastAnswer = { etag: string; token: string | null; body: unknown };
/** Keyed by URL, because each page of a list has its own. */
export type LastAnswers = Map<string, LastAnswer>;

/** The last answer for a URL; undefined if it was given to another session. */
export function findLastAnswer(
  answers: LastAnswers | undefined,
  url: string,
  token: string | null,
): LastAnswer | undefined {
  const last = answers?.get(url);
  return last?.token === token ? last : undefined;
}
