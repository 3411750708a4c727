import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const ENTRY = fileURLToPath(new URL('../../sandbox/src/main.ts', import.meta.url));

export type Tweet = { id: string; username: string; text: string; createdAt: string };
export type PlayedFault = { kind: string; endpoint: string; username: string | null; text: string | null };

export type SeenCreate = {
  username: string;
  text: string;
  at: string;
  outcome: 'taken' | 'repeated' | 'lost';
};

export type ChaosSandbox = {
  port: number;
  smtpPort: number;
  control<T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<T>;
  stop(): Promise<void>;
};

/** Starts the providers in a separate process that stores nothing. */
export async function startSandbox(): Promise<ChaosSandbox> {
  const child = fork(ENTRY, {
    env: { DATA_DIR: ':memory:', SANDBOX_PORT: '0', SANDBOX_SMTP_PORT: '0' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [ready] = (await once(child, 'message')) as [{ port: number; smtpPort: number }];
  return {
    port: ready.port,
    smtpPort: ready.smtpPort,
    async control<T>(method: string, path: string, body?: object) {
      const response = await fetch(`http://127.0.0.1:${ready.port}/sandbox/x${path}`, {
        method,
        ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
      });
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
      return (await response.json()) as T;
    },
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}
