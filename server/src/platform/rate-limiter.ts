import { CALLER_RATE_LIMITED } from '@drumbeat/contract/publishing/rate-limit-codes.ts';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from './errors.ts';

/**
 * `points` per `seconds` and key, counted in the database, so that it holds across processes and restarts.
 */
export type Limit = { name: string; points: number; seconds: number; message?: string };
/** One use of a limit by one key. */
export type Use = readonly [limit: Limit, key: string | number];
export type RateLimits = {
  /** Counts one use. Throws RATE_LIMIT_EXCEEDED with the seconds to wait if the limit is reached. */
  consume(limit: Limit, key: string | number): Promise<void>;
  /** Counts one use of each, in order and in one statement; a limit that is reached ends it. Throws like `consume`. */
  consumeAll(uses: readonly Use[]): Promise<void>;
  /** Reverts one counted use. */
  refund(limit: Limit, key: string | number): Promise<void>;
  /** Resets the count, for example after a success. */
  clear(limit: Limit, key: string | number): Promise<void>;
  /** Reverts one use of each of `refunded` and resets `cleared`, in one statement. */
  settle(uses: { refunded: readonly Use[]; cleared: readonly Use[] }): Promise<void>;
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
    async consumeAll(uses) {
      const now = Date.now();
      const values = uses.flatMap(([limit, key]) => [rowKey([limit, key]), now + limit.seconds * 1000]);
      const { rows } = await pool.query<{ place: number; points: number; expire: string }>(
        countingStatement(uses),
        [now, ...values],
      );
      for (const { place, points, expire } of rows) {
        const limit = uses[place]?.[0];
        if (limit && points > limit.points) refuse(limit, Number(expire) - now);
      }
    },
    async refund(limit, key) {
      await limiter(limit).reward(key);
    },
    async clear(limit, key) {
      await limiter(limit).delete(key);
    },
    async settle({ refunded, cleared }) {
      await pool.query(
        `with gone as (delete from rate_limits where key = any($1::text[]))
         update rate_limits set points = greatest(points - 1, 0) where key = any($2::text[]) and expire > $3`,
        [cleared.map(rowKey), refunded.map(rowKey), Date.now()],
      );
    },
    async deleteEnded() {
      // By the system clock, as the limiter itself does; not by the clock of a test.
      await pool.query('delete from rate_limits where expire < $1', [Date.now()]);
    },
  };
}

/** The key as the limiter stores it. */
const rowKey = ([{ name }, key]: Use): string => `${name}:${key}`;

/** Upserts a count for each use, each only if the one before has room. $1 is now, then key and end of each. */
function countingStatement(uses: readonly Use[]): string {
  const counts = uses.map((_, place) => {
    const before = uses[place - 1]?.[0];
    const [key, end] = [`$${2 * place + 2}`, `$${2 * place + 3}`];
    return `use${place} as (
      insert into rate_limits as r (key, points, expire)
      select ${key}::text, 1, ${end}::bigint ${before ? `from use${place - 1} where points <= ${before.points}` : ''}
      on conflict (key) do update set
        points = case when r.expire <= $1::bigint then 1 else r.points + 1 end,
        expire = case when r.expire <= $1::bigint then excluded.expire else r.expire end
      returning ${place} as place, points, expire)`;
  });
  const all = uses.map((_, place) => `select * from use${place}`).join(' union all ');
  return `with ${counts.join(', ')} ${all} order by place`;
}
