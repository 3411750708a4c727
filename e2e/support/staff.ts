import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Secret, TOTP } from 'otpauth';
import { call, type Person } from './people.ts';
import { SERVER_MAIN } from './run-product.ts';

const STEP_MS = 30_000;
const LEFT_MS = 5_000;

/**
 * Grants a staff role as an operator would on the command line, and turns on the two-factor that staff need.
 * `dataDir` is the product's DATA_DIR.
 */
export async function grant(
  person: Person,
  role: 'admin' | 'support' | 'ops' | 'tester',
  dataDir = process.env.PRODUCT_DATA_DIR,
): Promise<void> {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  await promisify(execFile)(process.execPath, [SERVER_MAIN, 'grant', person.email, role], {
    env: { PATH, HOME, NODE_COMPILE_CACHE, DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
  });
  await turnOnTwoFactor(person);
}

/** Turns on two-factor for a person; the codes are not kept. */
async function turnOnTwoFactor(person: Person): Promise<void> {
  const { qrCode } = await call<{ qrCode: string }>(person, 'POST', '/api/2fa/setup');
  const code = await codeOf(new URL(qrCode).searchParams.get('secret') ?? '');
  await call(person, 'POST', '/api/2fa/enable', { code });
}

/** The current code for an authenticator key, once it is valid for another five seconds. */
export async function codeOf(key: string): Promise<string> {
  while (STEP_MS - (Date.now() % STEP_MS) < LEFT_MS) await sleep(200);
  return new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) }).generate();
}
