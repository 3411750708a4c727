import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { SERVER_MAIN } from './server-main.ts';

const { NODE_COMPILE_CACHE } = process.env;

/** Runs a role of the server to its end, as an operator does; gives its exit code and all that it said. */
export async function runRole(
  role: string,
  given: readonly string[],
  env: Record<string, string>,
): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [SERVER_MAIN, role, ...given], {
    env: {
      NODE_ENV: 'test',
      ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }),
      LOG_LEVEL: 'silent',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk;
    });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, said: said.trim() };
}
