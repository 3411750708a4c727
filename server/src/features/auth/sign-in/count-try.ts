import { networkOf } from '../../../platform/http/proxies.ts';
import { failedSignIns, missesOfAccount, missesOfNetwork } from '../../../platform/limits.ts';
import { hashToken } from '../../../platform/secrets.ts';
import type { AuthDeps } from '../auth.deps.ts';
import { selectIsKnownNetwork } from './known-networks.store.ts';

type Try = { email: string; userId: number | undefined; ip: string };

/** Reverts the counted failure of a sign-in that did not fail. */
export type CountedTry = {
  /** The password was correct: also resets earlier failures of this email from this network. */
  succeed(): Promise<void>;
  /** The password was not checked. */
  takeBack(): Promise<void>;
};

/**
 * Counts a sign-in as failed before its password is checked, so that parallel guesses cannot exceed the
 * limits. Throws RATE_LIMIT_EXCEEDED for too many failures per email and network, per network, or per email
 * from networks that its owner has never signed in from.
 */
export async function countTry(deps: Pick<AuthDeps, 'db' | 'limits'>, given: Try): Promise<CountedTry> {
  const { db, limits } = deps;
  const network = networkOf(given.ip);
  const pair = pairOf(given);
  await limits.consume(failedSignIns, pair);
  await limits.consume(missesOfNetwork, network);
  const email = hashToken(given.email);
  const isKnown = await selectIsKnownNetwork(db, given.userId ?? 0, given.ip);
  if (!isKnown) await limits.consume(missesOfAccount, email);

  async function refundShared(): Promise<void> {
    await limits.refund(missesOfNetwork, network);
    if (!isKnown) await limits.refund(missesOfAccount, email);
  }
  return {
    async succeed() {
      await limits.clear(failedSignIns, pair);
      await refundShared();
    },
    async takeBack() {
      await limits.refund(failedSignIns, pair);
      await refundShared();
    },
  };
}

/** Resets the failures of this email from this network, for example after a new password. */
export async function forgetMisses(
  deps: Pick<AuthDeps, 'limits'>,
  given: { email: string; ip: string },
): Promise<void> {
  await deps.limits.clear(failedSignIns, pairOf(given));
}

function pairOf({ email, ip }: { email: string; ip: string }): string {
  return hashToken(`${email} ${networkOf(ip)}`);
}
