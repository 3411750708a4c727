import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { freePort } from '../support/free-port.ts';

/** The path of an installed Redis server; undefined if there is none. */
export function findRedis(): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin'];
  return folders.map((folder) => join(folder, 'redis-server')).find((path) => existsSync(path));
}

/** Starts a separate Redis that stores nothing on disk. */
export async function startRedis(binary: string): Promise<{ port: number; stop(): Promise<void> }> {
  const port = await freePort();
  const redis = spawn(
    binary,
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', tmpdir()],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let said = '';
  await new Promise<void>((resolve, reject) => {
    redis.stdout.on('data', (chunk: Buffer) => {
      said += chunk;
      if (said.includes('Ready to accept connections')) resolve();
    });
    redis.once('exit', () => reject(new Error(`Redis did not start:\n${said}`)));
  });
  return {
    port,
    async stop() {
      const exited = once(redis, 'exit');
      redis.kill();
      await exited;
    },
  };
}
