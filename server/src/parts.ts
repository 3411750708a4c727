import type { FastifyInstance } from 'fastify';
import type { Verdict } from './features/audit/verify-audit.ts';
import type { Engine } from './features/publishing/engine.ts';
import type { EngineClock } from './platform/clock.ts';
import type { Logger } from './platform/logger.ts';
import type { Platform } from './platform/platform.ts';

/** What a process knows only once it runs: where the database is, the secret, and in tests the clock. */
export type Runtime = {
  /** The owner of the tables; the job queue makes its own with it. */
  databaseUrl: string;
  /** The role that serves; the owner where nothing is said. */
  servingUrl?: string;
  appSecret: string;
  log: Logger;
  clock?: EngineClock;
};

export type Parts = {
  http: FastifyInstance;
  /** Health and figures only, for a process that serves nobody else. Built at the first call. */
  buildProbe(): Promise<FastifyInstance>;
  platform: Platform;
  /** The publishing engine. */
  engine: Engine;
  /** Starts what serves people: event connection and job sender. Listening is the caller's. */
  startApi(): Promise<void>;
  /** Starts what works in the background: jobs and the publishing engine. */
  startWorker(): Promise<void>;
  /** Gives a role to a person or takes it, for the command line; returns a sentence that says what now holds. */
  changeRole(change: 'grant' | 'revoke', email: string, role: string): Promise<string>;
  /** Turns off the two-factor of a person who lost it, in the same way. */
  resetTwoFactor(email: string, reason: string): Promise<string>;
  /** Walks the chain of the audit log's seals, and says what it found. */
  verifyAudit(): Promise<Verdict>;
  /** Says that the database was brought back from a backup begun then; returns how many accounts that holds. */
  markRestored(backupFrom: Date): Promise<number>;
  /** Finishes what is under way and closes everything. */
  stop(): Promise<void>;
};
