import { setTimeout as sleep } from 'node:timers/promises';
import { Secret, TOTP } from 'otpauth';

const STEP_MS = 30_000;
const LEFT_MS = 5_000;

/** The current code for an authenticator key, once it is valid for another five seconds. */
export async function codeOf(key: string): Promise<string> {
  while (STEP_MS - (Date.now() % STEP_MS) < LEFT_MS) await sleep(200);
  return new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) }).generate();
}
