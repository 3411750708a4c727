import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The server that journeys start: the built one if `npm test` sets it, otherwise the sources. */
export const SERVER_MAIN = process.env.SERVER_MAIN ?? join(import.meta.dirname, '../../server/src/main.ts');

const READY_PATIENCE_MS = 60_000;

export interface RunningProduct {
  url: string;
  sandboxUrl: string;
  dataDir: string;
  /** Stops it; throws if its exit status is not 0. */
  stop(): Promise<void>;
}

/** Runs the whole product on free ports with its own data folder. */
export async function runProduct(): Promise<RunningProduct> {
  const dataDir = await mkdtemp(join(tmpdir(), 'drumbeat-journeys-'));
  // PostgreSQL may run as another user, which must be able to enter this folder.
  await chmod(dataDir, 0o711);
  const [port, sandboxPort, smtpPort] = await freePorts(3);
  const product = spawn(process.execPath, [SERVER_MAIN, 'all'], {
    // A minimal environment: a developer's own keys must never reach a test.
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATA_DIR: dataDir,
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      SANDBOX_SMTP_PORT: String(smtpPort),
      LOG_LEVEL: 'warn',
      SUPPORT_EMAIL: 'help@real.example',
      // As behind a proxy, so that people created by the API can have their own addresses.
      TRUST_PROXY: 'loopback',
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  await ready(product);
  return {
    url: `http://localhost:${port}`,
    sandboxUrl: `http://localhost:${sandboxPort}`,
    dataDir,
    async stop() {
      const exited = once(product, 'exit');
      product.kill('SIGTERM');
      const [code] = await exited;
      await rm(dataDir, { recursive: true, force: true });
      if (code !== 0) throw new Error(`The product ended with status ${code} when it was asked to stop.`);
    },
  };
}

async function ready(product: ChildProcess): Promise<void> {
  let output = '';
  product.stdout?.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  const signal = AbortSignal.timeout(READY_PATIENCE_MS);
  const outcome = await Promise.race([
    once(product, 'message', { signal }).then(() => 'ready'),
    once(product, 'exit', { signal }).then(() => 'ended'),
  ]).catch(() => 'too slow');
  if (outcome === 'ready') return;
  product.kill('SIGKILL');
  throw new Error(`The product did not come up (${outcome}).\n${output}`);
}

/** Ports that were free a moment ago; all are reserved until all are known, so that they differ. */
async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
      return server;
    }),
  );
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  for (const server of servers) server.close();
  return ports;
}
