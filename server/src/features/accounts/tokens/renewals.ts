import pLimit from 'p-limit';

/** The most concurrent renewals per process. They wait for X without using database connections. */
const AT_ONCE = 200;
/**
 * The most concurrent statements of renewals: after an outage thousands renew at once, and posts need the
 * connections more.
 */
const STATEMENTS_AT_ONCE = 5;

export type Renewals = {
  /** Runs the work when there is room. Concurrent callers with the same key share one promise. */
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
  /** Runs a statement of a renewal when there is room. */
  query<T>(statement: () => Promise<T>): Promise<T>;
};

/** Limits how many tokens a process renews at a time. */
export function createRenewals(): Renewals {
  const limit = pLimit(AT_ONCE);
  const statements = pLimit(STATEMENTS_AT_ONCE);
  const underWay = new Map<string, Promise<unknown>>();
  return {
    query: (statement) => statements(statement),
    async run<T>(key: string, work: () => Promise<T>): Promise<T> {
      const known = underWay.get(key) as Promise<T> | undefined;
      if (known !== undefined) return known;
      const started = limit(work).finally(() => underWay.delete(key));
      underWay.set(key, started);
      return started;
    },
  };
}
