import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { keyedBackupCode, newSecret, otpauthUrlOf } from '../src/features/auth/two-factor/compute-totp.ts';
import {
  BACKUP_BYTES,
  backupCodeFrom,
  STEP_SECONDS,
} from '../src/features/auth/two-factor/two-factor.rules.ts';
import { consumeStep, insertSetUp } from '../src/features/auth/two-factor/two-factor.store.ts';
import type { TestApp } from './build-app.ts';
import { type BuiltUser, call } from './factories.ts';

export type Authenticator = {
  backupCodes: string[];
  /** The current code by the app's clock, or the code `steps` times 30 seconds later. */
  codeAt(app: TestApp, steps?: number): string;
  /** The code half a minute later; also moves the app's clock to that time. */
  nextCode(app: TestApp): string;
};

/** An authenticator that has scanned the QR code. */
export function authenticatorFor(setup: { qrCode: string; backupCodes: string[] }): Authenticator {
  const secret = Secret.fromBase32(new URL(setup.qrCode).searchParams.get('secret') ?? '');
  const totp = new TOTP({ secret });
  const codeAt = (app: TestApp, steps = 0) =>
    totp.generate({ timestamp: app.clock.now().getTime() + steps * 30_000 });
  return {
    backupCodes: setup.backupCodes,
    codeAt,
    nextCode(app) {
      app.clock.advance(30_000);
      return codeAt(app);
    },
  };
}

/**
 * Sets up two-factor for a person and turns it on, which uses up the code of the current step. From then on
 * the app's clock stands still, because a code is valid for 30 seconds.
 */
export async function turnOnTwoFactor(app: TestApp, user: BuiltUser): Promise<Authenticator> {
  app.clock.set(app.clock.now());
  const setup = await call<{ qrCode: string; backupCodes: string[] }>(app, 'POST', '/api/2fa/setup', {
    token: user.token,
  });
  const authenticator = authenticatorFor(setup.body);
  const body = { code: authenticator.codeAt(app) };
  const enabled = await call(app, 'POST', '/api/2fa/enable', { token: user.token, body });
  if (enabled.status !== 200) throw new Error(`enable answered ${JSON.stringify(enabled.body)}`);
  return authenticator;
}

/**
 * The same without the calls, their email and their audit. The codes are stored as they were before salts,
 * because ten argon2 hashes take longer than most tests.
 */
export async function buildTwoFactor(
  app: Pick<TestApp, 'platform' | 'clock'>,
  user: Pick<BuiltUser, 'id' | 'email'>,
  { enabled = true } = {},
): Promise<Authenticator> {
  const { db, sealer } = app.platform;
  app.clock.set(app.clock.now());
  const at = app.clock.now();
  const secret = newSecret();
  const sealedSecret = sealer.seal('two-factor', secret);
  const backupCodes = Array.from({ length: 10 }, () => backupCodeFrom(randomBytes(BACKUP_BYTES)));
  const hashes = backupCodes.map((code) => keyedBackupCode(secret, code));
  await insertSetUp(db, { userId: user.id, sealedSecret, backupSalt: null, createdAt: at }, hashes);
  const step = Math.floor(at.getTime() / 1000 / STEP_SECONDS);
  if (enabled) await consumeStep(db, user.id, { step, sealedSecret, enabledAt: at });
  return authenticatorFor({ qrCode: otpauthUrlOf(secret, user.email), backupCodes });
}
