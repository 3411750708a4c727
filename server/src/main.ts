import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { appSecretIn } from './boot/app-secret.ts';
import { backUp, beginRestore } from './boot/backup.ts';
import { reachDatabase } from './boot/database.ts';
import { startLocalSandbox } from './boot/local-sandbox.ts';
import { readyLines } from './boot/ready-lines.ts';
import { prepareServingRole } from './boot/serving-role.ts';
import { compose } from './compose.ts';
import { type Config, readConfig } from './config.ts';
import type { Parts } from './parts.ts';
import { armCrashPoint } from './platform/crash-points.ts';
import { migrate } from './platform/database/migrate.ts';
import { AppError, StartupError } from './platform/errors.ts';
import { createLogger, type Logger } from './platform/logger.ts';

const USAGE =
  'Usage: node server/src/main.ts all | api | worker | migrate | grant EMAIL ROLE | revoke EMAIL ROLE | reset-two-factor EMAIL REASON | audit-verify | backup FOLDER | restore FOLDER';
/** Roles that do one thing and exit. */
const errands = ['migrate', 'grant', 'revoke', 'reset-two-factor', 'audit-verify', 'backup', 'restore'];
const GRACE_MS = 20_000;

type Stop = () => Promise<void>;

async function main(): Promise<void> {
  const [role = 'all', ...rest] = process.argv.slice(2);
  const config = readConfig();
  const logFile = role === 'all' && !config.production ? join(config.dataDir, 'drumbeat.log') : undefined;
  const log = createLogger(config.logLevel, role, logFile);
  if (role === 'migrate') return runMigrate(config, log);
  if (role === 'grant' || role === 'revoke') return runChangeOfRole(role, config, log, rest);
  if (role === 'reset-two-factor') return runResetTwoFactor(config, log, rest);
  if (role === 'audit-verify') return runAuditVerify(config, log);
  if (role === 'backup') return say(await backUp(config, log, rest[0]));
  if (role === 'restore') return runRestore(config, log, rest[0]);
  if (role === 'all' || role === 'api' || role === 'worker') return serve(role, config, log, logFile);
  throw new StartupError(USAGE);
}

/** Runs the long-lived roles until a signal, or until the parent process ends. */
async function serve(
  role: 'all' | 'api' | 'worker',
  config: Config,
  log: Logger,
  logFile: string | undefined,
): Promise<void> {
  const started = performance.now();
  if (config.crashPoint) armCrashPoint(config.crashPoint);
  const stops: Stop[] = [];
  stopOnSignals(stops, log);
  const database = await reachDatabase(config, log, role === 'all' ? 'always' : 'never');
  stops.unshift(database.stop);
  try {
    const sandbox =
      role === 'all' && config.sandbox ? startLocalSandbox(config, config.sandbox, log) : undefined;
    sandbox?.then((running) => stops.splice(-1, 0, running.stop)).catch(() => undefined);
    await migrate(database.url, log);
    const parts = await composeOn(database.url, config, log);
    stops.unshift(() => parts.stop());
    await sandbox;
    await startParts(role, parts, config);
  } catch (error) {
    await stopAll(stops);
    throw error;
  }
  if (role !== 'worker')
    process.stdout.write(readyLines(config, (performance.now() - started) / 1000, logFile));
  log.info('ready');
  process.send?.({ type: 'ready', url: config.publicUrl });
}

async function startParts(role: 'all' | 'api' | 'worker', parts: Parts, config: Config): Promise<void> {
  // Build the API first: if that fails, no post has gone out yet.
  const api = role === 'worker' ? undefined : await parts.buildApi();
  if (role !== 'api') await parts.startWorker();
  if (!api) {
    if (config.workerPort) await listen(await parts.buildProbe(), config, 'WORKER_PORT', config.workerPort);
    return;
  }
  await parts.startApi();
  await listen(api, config, 'PORT', config.port);
}

async function listen(app: FastifyInstance, config: Config, setting: string, port: number): Promise<void> {
  await app.listen({ port, host: config.host }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new StartupError(`Port ${port} is taken. Stop what uses it, or set ${setting} to another.`);
  });
}

function secretOf(config: Config): Promise<string> {
  return config.secrets.app ? Promise.resolve(config.secrets.app) : appSecretIn(config.dataDir);
}

async function runMigrate(config: Config, log: Logger): Promise<void> {
  const database = await reachDatabase(config, log, 'if none runs');
  const applied = await migrate(database.url, log).finally(database.stop);
  process.stdout.write(applied.length > 0 ? `Applied ${applied.join(', ')}\n` : 'Nothing to migrate\n');
}

async function runChangeOfRole(
  change: 'grant' | 'revoke',
  config: Config,
  log: Logger,
  args: string[],
): Promise<void> {
  const [email, role] = args;
  if (!email || !role) throw new StartupError(`Usage: npm run ${change} -- EMAIL ROLE`);
  say(await withParts(config, log, 'if none runs', (parts) => parts.changeRole(change, email, role)));
}

async function runResetTwoFactor(config: Config, log: Logger, args: string[]): Promise<void> {
  const [email, ...words] = args;
  const reason = words.join(' ').trim();
  if (!email || !reason) throw new StartupError('Usage: npm run reset-two-factor -- EMAIL REASON');
  say(await withParts(config, log, 'if none runs', (parts) => parts.resetTwoFactor(email, reason)));
}

async function runAuditVerify(config: Config, log: Logger): Promise<void> {
  const verdict = await withParts(config, log, 'if none runs', (parts) => parts.verifyAudit());
  if (!verdict.isWhole) throw new StartupError(verdict.sentence);
  say(verdict.sentence);
}

async function runRestore(config: Config, log: Logger, from: string | undefined): Promise<void> {
  const { backupFrom, finish } = await beginRestore(config, from);
  const held = await withParts(config, log, 'to restore', (parts) => parts.markRestored(backupFrom));
  await finish();
  say(
    `The database is as it was on ${backupFrom.toISOString()}. Before publishing resumes, ` +
      `${held} X accounts are checked for posts published since then. Start as usual.`,
  );
}

/** Composes all parts on a migrated database, with a serving role that owns no tables. */
async function composeOn(databaseUrl: string, config: Config, log: Logger): Promise<Parts> {
  const appSecret = await secretOf(config);
  const servingUrl = await prepareServingRole(databaseUrl, appSecret, log);
  return compose(config, { databaseUrl, servingUrl, appSecret, log });
}

/** Composes all parts on a migrated database for one command, then closes them. */
async function withParts<T>(
  config: Config,
  log: Logger,
  mayStart: 'if none runs' | 'to restore',
  work: (parts: Parts) => Promise<T>,
): Promise<T> {
  const database = await reachDatabase(config, log, mayStart);
  try {
    await migrate(database.url, log);
    const parts = await composeOn(database.url, config, log);
    return await work(parts).finally(() => parts.stop());
  } finally {
    await database.stop();
  }
}

function say(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}

function stopOnSignals(stops: Stop[], log: Logger): void {
  let stopping = false;
  const stop = (reason: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ reason }, 'stopping');
    setTimeout(() => process.exit(1), GRACE_MS).unref();
    void stopAll(stops).then(() => process.exit(0));
  };
  process.on('SIGINT', () => stop('SIGINT'));
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('disconnect', () => stop('parent ended'));
}

async function stopAll(stops: Stop[]): Promise<void> {
  for (const stop of stops.splice(0))
    await stop().catch((error: unknown) => process.stderr.write(`${error}\n`));
}

function explain(error: unknown): string {
  if (error instanceof StartupError || error instanceof AppError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

main().then(
  () => {
    if (errands.includes(process.argv[2] ?? '')) process.exit(0);
  },
  (error: unknown) => {
    process.stderr.write(`${explain(error)}\n`);
    process.exit(1);
  },
);
