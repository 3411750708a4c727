import type { AccountsDeps } from './accounts.deps.ts';

/** Gives sealed grants back to X, each at least once tried; throws where X did not take one, for another try later. */
export async function revokeGrants(
  deps: Pick<AccountsDeps, 'x' | 'sealer'>,
  grants: readonly string[],
): Promise<void> {
  const results = await Promise.allSettled(grants.map((grant) => deps.x.revoke(deps.sealer.open(grant))));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}
