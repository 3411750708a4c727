import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { EngineClock } from '../../platform/clock.ts';
import { LIVING, openClient } from '../../platform/connection.ts';
import type { Db } from '../../platform/database.ts';
import { INSTANCE } from '../../platform/instance.ts';
import type { Logger } from '../../platform/logger.ts';
import { BEAT_MS, mayBegin } from './liveness.rules.ts';
import { insertWorker, updateAlive, updateGone } from './workers.store.ts';

/**
 * That this process lives, as all others see it: a lock under a number of its own on a connection of its own, and a sign
 * of life every second. Whoever loses the connection, or was taken for dead, goes on under a new number.
 */
export type WorkerSession = {
  /** Gets a number; tries again by itself where the database cannot be reached. */
  start(): Promise<void>;
  /** Others may take over at once what is still open. */
  stop(): Promise<void>;
  /** The number that posts are claimed under; undefined while this process must not claim. */
  number(): number | undefined;
  /** Whether a call for a post that was claimed under this number may begin now. Asks the database where that is not sure. */
  mayBegin(number: number): Promise<boolean>;
  /** The same at once, without the database: this process may have stood still since it last asked. */
  stillMayBegin(number: number): boolean;
};

type Held = { client: pg.Client; db: Db; number: number; confirmedAt: number };

const RECONNECT_MS = 500;

/** `onBeat` is called after every sign of life, with the number. */
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
      client.once('end', () => lose(session, 'its connection ended'));
      client.once('error', (error) => lose(session, error.message));
      held = session;
      log.info({ number }, 'this worker has a number');
    } catch (error) {
      client.end().catch(() => undefined);
      throw error;
    }
  }

  /** From here on no call begins under this number. */
  function lose(session: Held, reason: string): void {
    if (held !== session) return;
    held = undefined;
    session.client.end().catch(() => undefined);
    log.warn({ number: session.number, reason }, 'this worker lost its number; it takes another');
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
        return lose(session, 'another worker took it for dead');
      session.confirmedAt = sentAt;
    } catch (error) {
      return lose(session, String(error));
    }
    if (held === session) onBeat(session.number);
  }

  /** One sign of life at a time: who asks meanwhile waits for the same one. */
  function beatNow(): Promise<void> {
    beating ??= beat()
      .catch((error: unknown) => log.warn({ err: String(error) }, 'no sign of life could be given'))
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
