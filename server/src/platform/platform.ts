import type { Clock } from './clock.ts';
import type { Db } from './database/database.ts';
import type { Events } from './events.ts';
import type { Jobs } from './jobs.ts';
import type { Logger } from './logger.ts';
import type { Metrics } from './metrics.ts';
import type { RateLimits } from './rate-limiter.ts';
import type { Sealer } from './secrets.ts';

/** What the platform provides; each feature's deps pick what it needs. */
export type Platform = {
  db: Db;
  clock: Clock;
  log: Logger;
  events: Events;
  jobs: Jobs;
  limits: RateLimits;
  sealer: Sealer;
  metrics: Metrics;
};
