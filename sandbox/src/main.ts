import { readSettings, type Settings } from './config.ts';
import { startSandbox } from './start.ts';

/** Runs until it is stopped; an error during start-up is one line and exit status 1. */
async function main(): Promise<void> {
  const settings = readSettings();
  const sandbox = await startSandbox(settings).catch((error: unknown) => {
    throw new Error(explain(error as NodeJS.ErrnoException & { port?: number }, settings));
  });
  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    sandbox.close().then(() => process.exit(0), fail);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  if (process.send) {
    process.once('disconnect', stop);
    process.send({ type: 'ready', port: sandbox.port, smtpPort: sandbox.smtpPort });
  } else {
    process.stdout.write(`sandbox: console at ${sandbox.url}/, mail on port ${sandbox.smtpPort}\n`);
  }
}

function explain(error: NodeJS.ErrnoException & { port?: number }, settings: Settings): string {
  if (error.code !== 'EADDRINUSE') return `sandbox: ${error.message}`;
  const name = error.port === settings.smtpPort ? 'SANDBOX_SMTP_PORT' : 'SANDBOX_PORT';
  return `sandbox: port ${error.port} is taken; stop what uses it, or set ${name} to another`;
}

function fail(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

main().catch(fail);
