import type { FastifyInstance } from 'fastify';
import type { Verdict } from './features/audit/seal-audit.ts';
import type { Engine } from './features/publishing/engine/engine.ts';
import type { EngineClock } from './platform/clock.ts';
import type { Logger } from './platform/logger.ts';
import type { Platform } from './platform/platform.ts';

/** What is only known at run time: the database URLs, the secret and, in tests, the clock. */
export type Runtime = {
  /** Connects as the owner of the tables; the job queue needs it to create its own. */
  databaseUrl: string;
  /** Connects as the serving role; defaults to the owner. */
  servingUrl?: string;
  appSecret: string;
  log: Logger;
  clock?: EngineClock;
};

export type Parts = {
  /** The server with all routes. Built on the first call, because a worker and an errand have none. */
  buildApi(): Promise<FastifyInstance>;
  /**
   * A server with only health and metrics, for a process that serves nothing else. Built on the first call.
   */
  buildProbe(): Promise<FastifyInstance>;
  platform: Platform;
  /** The publishing engine. */
  engine: Engine;
  /** Starts what requests need: event connection and job sender. The caller starts listening. */
  startApi(): Promise<void>;
  /** Starts background work: jobs and the publishing engine. */
  startWorker(): Promise<void>;
  /** Grants a role to a person or revokes it, for the command line; returns a message with the result. */
  changeRole(change: 'grant' | 'revoke', email: string, role: string): Promise<string>;
  /** Turns off two-factor for a person who lost it; returns a message. */
  resetTwoFactor(email: string, reason: string): Promise<string>;
  /** Verifies the chain of the audit log's seals. */
  verifyAudit(): Promise<Verdict>;
  /** Records that the database was restored from a backup begun then; returns how many accounts are held. */
  markRestored(backupFrom: Date): Promise<number>;
  /** Finishes work in progress and closes everything. */
  stop(): Promise<void>;
};
