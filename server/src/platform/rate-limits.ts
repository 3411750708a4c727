import { CALLER_RATE_LIMITED } from '@drumbeat/contract/publishing/rate-limit-codes.ts';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from './errors.ts';

/**
 * `points` per `seconds` and key, counted in the database, so that it holds across processes and restarts.
 */
export type Limit = { name: string; points: number; seconds: number; message?: string };
export type RateLimits = {
  /** Counts one use. Throws RATE_LIMIT_EXCEEDED with the seconds to wait if the limit is reached. */
  consume(limit: Limit, key: string | number): Promise<void>;
  /** Throws like `consume` if the limit is already reached, but counts nothing. */
  check(limit: Limit, key: string | number): Promise<void>;
  /** Reverts one counted use. */
  refund(limit: Limit, key: string | number): Promise<void>;
  /** Resets the count, for example after a success. */
  clear(limit: Limit, key: string | number): Promise<void>;
  /** Deletes expired counts. */
  deleteEnded(): Promise<void>;
};

export function createRateLimits(pool: pg.Pool): RateLimits {
  const limiters = new Map<string, RateLimiterPostgres>();

  function limiter(limit: Limit): RateLimiterPostgres {
    const known = limiters.get(limit.name);
    if (known) return known;
    const made = new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: limit.name,
      points: limit.points,
      duration: limit.seconds,
    });
    limiters.set(limit.name, made);
    return made;
  }

  function refuse(limit: Limit, msBeforeNext: number): never {
    const retryAfter = Math.max(1, Math.ceil(msBeforeNext / 1000));
    throw new AppError(CALLER_RATE_LIMITED, limit.message ?? 'Too many attempts. Please try again later.', {
      retryAfter,
      data: { retryAfter },
    });
  }

  return {
    async consume(limit, key) {
      try {
        await limiter(limit).consume(key);
      } catch (error) {
        if (error instanceof RateLimiterRes) refuse(limit, error.msBeforeNext);
        throw error;
      }
    },
    async check(limit, key) {
      const state = await limiter(limit).get(key);
      if (state && state.consumedPoints >= limit.points && state.msBeforeNext > 0)
        refuse(limit, state.msBeforeNext);
    },
    async refund(limit, key) {
      await limiter(limit).reward(key);
    },
    async clear(limit, key) {
      await limiter(limit).delete(key);
    },
    async deleteEnded() {
      // By the system clock, as the limiter itself does; not by the clock of a test.
      await pool.query('delete from rate_limits where expire < $1', [Date.now()]);
    },
  };
}
