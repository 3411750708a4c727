import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { StartupError } from '../platform/errors.ts';
import type { Logger } from '../platform/logger.ts';

/** Next to this file once both are built. */
const entry = import.meta.filename.endsWith('.js')
  ? join(import.meta.dirname, 'sandbox.js')
  : join(import.meta.dirname, '../../../sandbox/src/main.ts');

/** Runs the sandbox's providers as a separate process, which ends with this one. */
export async function startLocalSandbox(
  config: Config,
  sandbox: NonNullable<Config['sandbox']>,
  log: Logger,
): Promise<{ url: string; stop(): Promise<void> }> {
  let lastLine = '';
  let stopping = false;
  const child = fork(entry, {
    // A separate process group: Ctrl-C in the terminal reaches only us, and we stop it in order.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=4'],
    // Only what it needs, and none of our secrets.
    env: {
      DATA_DIR: config.dataDir,
      SANDBOX_PORT: String(sandbox.port),
      SANDBOX_SMTP_PORT: String(sandbox.smtpPort),
      SANDBOX_WEBHOOK_URL: `http://127.0.0.1:${config.port}/api/webhooks/stripe`,
      STRIPE_WEBHOOK_SECRET: config.stripe.webhookSecret,
    },
  });
  child.stderr?.on('data', (data: Buffer) => {
    lastLine = data.toString().trim().split('\n').at(-1) ?? lastLine;
    if (!stopping) log.warn({ sandbox: lastLine }, 'sandbox');
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('exit', () => reject(new StartupError(lastLine || 'The sandbox did not start.')));
  });
  child.once('exit', (code) => {
    if (!stopping) log.error({ code }, 'sandbox exited unexpectedly; restart Drumbeat to bring it back');
  });
  return {
    url: `http://localhost:${sandbox.port}`,
    async stop() {
      stopping = true;
      if (child.connected) child.disconnect();
      const late = setTimeout(() => child.kill('SIGKILL'), 3_000);
      await exited;
      clearTimeout(late);
    },
  };
}
