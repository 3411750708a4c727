import pLimit from 'p-limit';

/** Renewals under way in this process at a time. They wait for X and hold nothing of the database meanwhile. */
const AT_ONCE = 200;
/** Statements of theirs at a time: after an outage thousands renew at once, and posts need the connections more. */
const STATEMENTS_AT_ONCE = 5;

export type Renewals = {
  /** Runs the work when there is room; whoever asks under the same key meanwhile gets the same promise. */
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
  /** Runs a statement of a renewal when there is room. */
  query<T>(statement: () => Promise<T>): Promise<T>;
};

/** Bounds how many tokens a process renews at once, apart from everything else that it does. */
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
