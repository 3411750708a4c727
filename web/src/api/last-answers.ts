/**
 * What the server last sent to a query. A query that reads again sends the ETag along, and where nothing has changed it
 * gets this very answer once more, whatever was done to the cached data since.
 */
type LastAnswer = { etag: string; token: string | null; body: unknown };
/** By address: the pages of a list have one each. */
export type LastAnswers = Map<string, LastAnswer>;

/** The answer of an address that this token was given; another session's is of no use. */
export function findLastAnswer(
  answers: LastAnswers | undefined,
  url: string,
  token: string | null,
): LastAnswer | undefined {
  const last = answers?.get(url);
  return last?.token === token ? last : undefined;
}
