import { networkOf } from '../../../platform/http/proxies.ts';
import type { Use } from '../../../platform/rate-limiter.ts';
import { failedSignIns, missesOfAccount, missesOfNetwork } from '../../../platform/rate-limits.ts';
import { hashToken } from '../../../platform/secrets.ts';
import type { AuthDeps } from '../auth.deps.ts';
import { selectIsKnownNetwork } from '../auth.store.ts';

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
  const isKnown = await selectIsKnownNetwork(db, given.userId ?? 0, given.ip);
  const pair: Use = [failedSignIns, pairOf(given)];
  const shared: Use[] = [[missesOfNetwork, networkOf(given.ip)]];
  if (!isKnown) shared.push([missesOfAccount, hashToken(given.email)]);
  await limits.consumeAll([pair, ...shared]);
  return {
    succeed: () => limits.settle({ cleared: [pair], refunded: shared }),
    takeBack: () => limits.settle({ cleared: [], refunded: [pair, ...shared] }),
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
