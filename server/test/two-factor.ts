import { Secret, TOTP } from 'otpauth';
import type { TestApp } from './build-app.ts';
import { type BuiltUser, call } from './factories.ts';

export type Authenticator = {
  backupCodes: string[];
  /** What the app shows now by the app's clock, or so many steps of 30 seconds later. */
  codeAt(app: TestApp, steps?: number): string;
  /** What it shows half a minute later, which is now: the app's clock goes on. */
  nextCode(app: TestApp): string;
};

/** An authenticator app that has read the address of a QR code. */
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
 * Sets two-factor up for a person and turns it on; the code of the present step is then used. The app's clock stands still
 * from then on, because a code lives for 30 seconds.
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
