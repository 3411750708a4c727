import type { AccountsDeps } from '../accounts.deps.ts';

/** Tries to revoke each of these sealed grants at X; throws if any failed, so that the job is retried. */
export async function revokeGrants(
  deps: Pick<AccountsDeps, 'x' | 'sealer'>,
  grants: readonly string[],
): Promise<void> {
  const results = await Promise.allSettled(grants.map((grant) => deps.x.revoke(deps.sealer.open(grant))));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}
