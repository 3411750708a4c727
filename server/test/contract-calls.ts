import { glob } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Call } from '@drumbeat/contract/call.ts';

/** Every call that the contract declares, so that new ones are tested automatically. */
export async function contractCalls(): Promise<Call[]> {
  const folder = fileURLToPath(new URL('.', import.meta.resolve('@drumbeat/contract/calls.ts')));
  const found: Call[] = [];
  for await (const name of glob('*.ts', { cwd: folder })) {
    if (name.endsWith('.test.ts')) continue;
    const exported: unknown[] = Object.values(await import(`@drumbeat/contract/${name}`));
    found.push(...(exported.filter(isCall) as Call[]));
  }
  return found;
}

/** The client's name for a call: method and path. */
export function callName({ method, path }: Call): string {
  return `${method} ${path}`;
}

function isCall(thing: unknown): thing is Call {
  return typeof thing === 'object' && thing !== null && 'access' in thing && 'response' in thing;
}
