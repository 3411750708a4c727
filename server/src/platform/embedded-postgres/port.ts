import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { StartupError } from '../errors.ts';

/** The port of the last start if it is free, so that database clients find it again; otherwise a free one. */
export async function choosePort(stateDir: string, wished?: number): Promise<number> {
  const remembered = Number(await readFile(join(stateDir, 'port'), 'utf8').catch(() => ''));
  for (const candidate of [wished, remembered]) {
    if (candidate && (await listenOn(candidate))) return candidate;
  }
  const free = await listenOn(0);
  if (!free) throw new StartupError('No TCP port on 127.0.0.1 is free for PostgreSQL.');
  return free;
}

/** Stores the port for the next start. */
export async function rememberPort(stateDir: string, port: number): Promise<void> {
  await writeFile(join(stateDir, 'port'), `${port}\n`);
}

async function listenOn(port: number): Promise<number | undefined> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
    const address = server.address();
    return typeof address === 'object' ? address?.port : undefined;
  } catch {
    return undefined;
  } finally {
    server.close();
  }
}
