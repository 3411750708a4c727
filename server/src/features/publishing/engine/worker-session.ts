import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { EngineClock } from '../../../platform/clock.ts';
import { LIVING, openClient } from '../../../platform/database/connection.ts';
import type { Db } from '../../../platform/database/database.ts';
import { INSTANCE } from '../../../platform/instance.ts';
import type { Logger } from '../../../platform/logger.ts';
import { BEAT_MS, mayBegin } from './liveness.rules.ts';
import { insertWorker, updateAlive, updateGone } from './workers.store.ts';

/**
 * Proves to other workers that this process is alive: an advisory lock under its own number on a dedicated
 * connection, and a heartbeat every second. A process that loses the connection, or was declared dead, gets a
 * new number.
 */
export type WorkerSession = {
  /** Gets a number; retries while the database cannot be reached. */
  start(): Promise<void>;
  /** Lets other workers take over open lanes immediately. */
  stop(): Promise<void>;
  /** The number to claim posts under; undefined while this process must not claim. */
  number(): number | undefined;
  /**
   * Whether a call for a post claimed under this number may begin now. Sends a heartbeat first if the last
   * one is too old.
   */
  mayBegin(number: number): Promise<boolean>;
  /** `mayBegin` without asking the database: the process may have been frozen since its last heartbeat. */
  stillMayBegin(number: number): boolean;
};

type Held = { client: pg.Client; db: Db; number: number; confirmedAt: number };

const RECONNECT_MS = 500;

/** `onBeat` is called with the number after every heartbeat. */
export function createWorkerSession(
  databaseUrl: string,
  { clock, log }: { clock: EngineClock; log: Logger },
  onBeat: (number: number) => void,
): WorkerSession {
  let held: Held | undefined;
  let isRunning = false;
  let beating: Promise<void> | undefined;
  let callOff: () => void = () => undefined;

  async function connect(): Promise<void> {
    const client = openClient(databaseUrl, 'drumbeat worker', LIVING);
    try {
      await client.connect();
      const db = drizzle({ client }) as unknown as Db;
      const confirmedAt = clock.monotonic();
      const number = await insertWorker(
        db,
        { process: String(process.pid), instance: INSTANCE },
        clock.databaseNow(),
      );
      const session = { client, db, number, confirmedAt };
      client.once('end', () => lose(session, 'its connection closed'));
      client.once('error', (error) => lose(session, error.message));
      held = session;
      log.info({ number }, 'worker registered');
    } catch (error) {
      client.end().catch(() => undefined);
      throw error;
    }
  }

  /** Gives up the number: no call begins under it from here on. */
  function lose(session: Held, reason: string): void {
    if (held !== session) return;
    held = undefined;
    session.client.end().catch(() => undefined);
    log.warn({ number: session.number, reason }, 'worker lost its registration; registering again');
    callOff();
    plan(RECONNECT_MS);
  }

  async function beat(): Promise<void> {
    if (!held) await connect();
    const session = held;
    if (!session) return;
    const sentAt = clock.monotonic();
    try {
      if (!(await updateAlive(session.db, session.number, clock.databaseNow())))
        return lose(session, 'another worker declared it dead');
      session.confirmedAt = sentAt;
    } catch (error) {
      return lose(session, String(error));
    }
    if (held === session) onBeat(session.number);
  }

  /** Sends one heartbeat at a time; concurrent callers share it. */
  function beatNow(): Promise<void> {
    beating ??= beat()
      .catch((error: unknown) => log.warn({ err: String(error) }, 'heartbeat failed'))
      .finally(() => {
        beating = undefined;
        callOff();
        plan(held ? BEAT_MS : RECONNECT_MS);
      });
    return beating;
  }

  function plan(milliseconds: number): void {
    if (isRunning) callOff = clock.after(milliseconds, () => void beatNow());
  }

  function isFresh(number: number): boolean {
    return held?.number === number && mayBegin(held.confirmedAt, clock.monotonic());
  }

  return {
    async start() {
      isRunning = true;
      await beatNow();
    },
    async stop() {
      isRunning = false;
      callOff();
      await beating;
      const session = held;
      held = undefined;
      if (!session) return;
      await updateGone(session.db, session.number, clock.databaseNow()).catch(() => undefined);
      await session.client.end().catch(() => undefined);
    },
    number: () => held?.number,
    async mayBegin(number) {
      if (isFresh(number)) return true;
      if (held?.number !== number) return false;
      await beatNow();
      return isFresh(number);
    },
    stillMayBegin: isFresh,
  };
}
