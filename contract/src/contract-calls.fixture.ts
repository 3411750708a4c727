import { glob } from 'node:fs/promises';
import type { Call } from './call.ts';

/** Every name that the contract exports, and what it is. */
export async function contractExports(): Promise<[string, unknown][]> {
  const found: [string, unknown][] = [];
  for await (const name of glob('**/*.ts', { cwd: import.meta.dirname })) {
    if (/\.(test|fixture)\.ts$/.test(name)) continue;
    found.push(...Object.entries(await import(`@drumbeat/contract/${name}`)));
  }
  return found;
}

/** Every call that the contract declares, so that new ones are tested automatically. */
export async function contractCalls(): Promise<Call[]> {
  return (await contractExports()).flatMap(([, thing]) => (isCall(thing) ? [thing] : []));
}

/** The client's name for a call: method and path. */
export function callName({ method, path }: Call): string {
  return `${method} ${path}`;
}

function isCall(thing: unknown): thing is Call {
  return typeof thing === 'object' && thing !== null && 'access' in thing && 'response' in thing;
}
