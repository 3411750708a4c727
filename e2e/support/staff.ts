import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Person } from './people.ts';

const MAIN = join(import.meta.dirname, '../../server/src/main.ts');

/** Gives a person a staff role, as an operator does at the command line. The folder is the product's DATA_DIR. */
export async function grant(
  person: Person,
  role: 'admin' | 'support' | 'ops' | 'tester',
  dataDir = process.env.PRODUCT_DATA_DIR,
): Promise<void> {
  const { PATH, HOME } = process.env;
  await promisify(execFile)(process.execPath, [MAIN, 'grant', person.email, role], {
    env: { PATH, HOME, DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
  });
}
