import pg from 'pg';

/** Timeouts in milliseconds. */
export type Patience = {
  /** For a connection: a free one from the pool, or a new one. */
  connect: number;
  /** For a lock held by another transaction. */
  lock: number;
  /** For a statement, enforced by the server. */
  statement: number;
  /** Between two statements of a transaction. */
  idleInTransaction: number;
  /** For an answer, enforced by us: a connection that is silent for longer is dead. */
  answer: number;
  /**
   * TCP keepalive in seconds: the idle time before the first probe, the interval and number of probes, and
   * the time for unacknowledged data.
   */
  silence?: { idle: number; interval: number; count: number; user: number };
};

/** For requests and the publishing engine. */
export const SERVING: Patience = {
  connect: 2_000,
  lock: 2_000,
  statement: 10_000,
  idleInTransaction: 10_000,
  answer: 12_000,
};

/**
 * For the job queue, which creates its tables and indexes at startup, possibly in several processes at once.
 */
export const QUEUEING: Patience = {
  connect: 5_000,
  lock: 10_000,
  statement: 30_000,
  idleInTransaction: 30_000,
  answer: 35_000,
};

/** For the listening connection, which does nothing else: its probes are answered immediately or never. */
export const LISTENING: Patience = {
  connect: 5_000,
  lock: 2_000,
  statement: 5_000,
  idleInTransaction: 5_000,
  answer: 5_000,
};

/** For the worker's heartbeat connection: if it gets no prompt answer, the worker must stop. */
export const LIVING: Patience = {
  connect: 2_000,
  lock: 2_000,
  statement: 2_000,
  idleInTransaction: 2_000,
  answer: 2_000,
  silence: { idle: 2, interval: 1, count: 3, user: 5 },
};

/** For migrations and backups: they rewrite tables and wait for each other, and no request waits for them. */
export const UPKEEP: Patience = {
  connect: 10_000,
  lock: 300_000,
  statement: 1_800_000,
  idleInTransaction: 300_000,
  answer: 1_860_000,
};

/** Both sides notice a dead peer in about ten seconds; the kernel's default is two hours. */
const SILENCE = { idle: 5, interval: 2, count: 3, user: 10 };

/** Settings of a connection with a deadline for everything. */
export function connectionSettings(databaseUrl: string, name: string, patience: Patience) {
  const { idle, interval, count, user } = patience.silence ?? SILENCE;
  const keepalives = { idle, interval, count };
  const options = [
    ...Object.entries(keepalives).map(([key, value]) => `-c tcp_keepalives_${key}=${value}`),
    `-c tcp_user_timeout=${user * 1000}`,
  ];
  return {
    connectionString: databaseUrl,
    application_name: name,
    connectionTimeoutMillis: patience.connect,
    lock_timeout: patience.lock,
    statement_timeout: patience.statement,
    idle_in_transaction_session_timeout: patience.idleInTransaction,
    query_timeout: patience.answer,
    keepAlive: true,
    keepAliveInitialDelayMillis: idle * 1000,
    options: options.join(' '),
  } satisfies pg.ClientConfig;
}

/** A dedicated connection. The caller connects and ends it. */
export function openClient(databaseUrl: string, name: string, patience: Patience): pg.Client {
  const client = new pg.Client(connectionSettings(databaseUrl, name, patience));
  // If the connection breaks, the pending statement fails; without a listener this event would end the
  // process.
  client.on('error', () => undefined);
  return client;
}

/** Whether a query timed out without an answer. The connection may be dead and must not be reused. */
export function isSilence(error: unknown): boolean {
  return reasons(error).some((each) => each.message === 'Query read timeout');
}

const LOCK_NOT_AVAILABLE = '55P03';

/** And query_canceled, idle_in_transaction_session_timeout, too_many_connections, deadlock_detected. */
const BUSY_CODES = new Set([LOCK_NOT_AVAILABLE, '57014', '25P03', '53300', '40P01']);
const BUSY_MESSAGES = /^(timeout exceeded when trying to connect|Connection terminated)/;

/** Whether the database was busy or unreachable, so that a retry makes sense. */
export function isBusy(error: unknown): boolean {
  return reasons(error).some(
    (each) =>
      isSilence(each) ||
      BUSY_MESSAGES.test(each.message) ||
      BUSY_CODES.has((each as { code?: string }).code ?? ''),
  );
}

/** Whether a statement waited for a lock longer than it may. */
export function isLockTimeout(error: unknown): boolean {
  return reasons(error).some((each) => (each as { code?: string }).code === LOCK_NOT_AVAILABLE);
}

/** The error and its causes: Drizzle wraps the driver's errors. */
function reasons(error: unknown): Error[] {
  const found: Error[] = [];
  for (let each = error; each instanceof Error && found.length < 5; each = each.cause) found.push(each);
  return found;
}
