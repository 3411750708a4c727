import pg from 'pg';

/** How long each thing may wait, in milliseconds. */
export type Patience = {
  /** For a connection: a free one of the pool, or a new one. */
  connect: number;
  /** For a lock that another transaction holds. */
  lock: number;
  /** For a statement, by the server's clock. */
  statement: number;
  /** Between two statements of a transaction. */
  idleInTransaction: number;
  /** For an answer, by our own clock: a connection that says nothing for so long is dead. */
  answer: number;
  /** In seconds: after how long a silent peer is asked, how often and how many times, and how long an answer may take. */
  silence?: { idle: number; interval: number; count: number; user: number };
};

/** What people and the publishing engine wait for. */
export const SERVING: Patience = {
  connect: 2_000,
  lock: 2_000,
  statement: 10_000,
  idleInTransaction: 10_000,
  answer: 12_000,
};

/** The job queue makes its own tables and indexes when it starts, and other processes may be doing so, too. */
export const QUEUEING: Patience = {
  connect: 5_000,
  lock: 10_000,
  statement: 30_000,
  idleInTransaction: 30_000,
  answer: 35_000,
};

/** The connection that listens does nothing else: what it asks is answered at once or never. */
export const LISTENING: Patience = {
  connect: 5_000,
  lock: 2_000,
  statement: 5_000,
  idleInTransaction: 5_000,
  answer: 5_000,
};

/** The connection that says that a worker lives: what it asks is answered at once, or the worker must stop. */
export const LIVING: Patience = {
  connect: 2_000,
  lock: 2_000,
  statement: 2_000,
  idleInTransaction: 2_000,
  answer: 2_000,
  silence: { idle: 2, interval: 1, count: 3, user: 5 },
};

/** Migrations and backups: they rewrite tables, wait for each other, and nobody waits for them. */
export const UPKEEP: Patience = {
  connect: 10_000,
  lock: 300_000,
  statement: 1_800_000,
  idleInTransaction: 300_000,
  answer: 1_860_000,
};

/** A dead peer is noticed in about ten seconds, by both ends; without this the kernel takes two hours. */
const SILENCE = { idle: 5, interval: 2, count: 3, user: 10 };

/** Settings of a connection on which nothing waits for ever. */
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

/** One connection of its own for an errand. The caller connects and ends it. */
export function openClient(databaseUrl: string, name: string, patience: Patience): pg.Client {
  const client = new pg.Client(connectionSettings(databaseUrl, name, patience));
  // Its loss fails the statement that waits; unheard here, it would end the process.
  client.on('error', () => undefined);
  return client;
}

/** Whether a query got no answer in time. Such a connection may be dead and must not be used again. */
export function isSilence(error: unknown): boolean {
  return reasons(error).some((each) => each.message === 'Query read timeout');
}

/** lock_not_available, query_canceled, idle_in_transaction_session_timeout, too_many_connections. */
const BUSY_CODES = new Set(['55P03', '57014', '25P03', '53300']);
const BUSY_MESSAGES = /^(timeout exceeded when trying to connect|Connection terminated)/;

/** Whether the database was too busy or out of reach, so that trying again in a moment makes sense. */
export function isBusy(error: unknown): boolean {
  return reasons(error).some(
    (each) =>
      isSilence(each) ||
      BUSY_MESSAGES.test(each.message) ||
      BUSY_CODES.has((each as { code?: string }).code ?? ''),
  );
}

/** The error and what caused it: Drizzle wraps what the driver threw. */
function reasons(error: unknown): Error[] {
  const found: Error[] = [];
  for (let each = error; each instanceof Error && found.length < 5; each = each.cause) found.push(each);
  return found;
}
