import type { AccountsDeps } from './accounts.deps.ts';

/** Revokes sealed grants at X and tries each of them; throws if one failed, so that the job runs again. */
export async function revokeGrants(
  deps: Pick<AccountsDeps, 'x' | 'sealer'>,
  grants: readonly string[],
): Promise<void> {
  const results = await Promise.allSettled(grants.map((grant) => deps.x.revoke(deps.sealer.open(grant))));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}
