import type { XProfile } from '../../providers/x/x.ts';
import { findTiers } from '../billing/billing.queries.ts';
import { recordReads } from '../figures/record-costs.ts';
import type { AccountsDeps } from './accounts.deps.ts';

/**
 * The X user that a token belongs to. Records what X charges, for the person on whose behalf it is read.
 * Throws XError.
 */
export async function readProfile(
  deps: Pick<AccountsDeps, 'db' | 'clock' | 'x'>,
  accessToken: string,
  { userId, id }: { userId: number; id?: number },
): Promise<XProfile> {
  const profile = await deps.x.profile(accessToken);
  const tiers = await findTiers(deps.db, [userId], deps.clock.now());
  const objectIds = [profile.twitterUserId];
  const whose = { userId, accountId: id ?? null, tier: tiers.get(userId) ?? 'free' };
  await recordReads(deps, { kind: 'profile_read', objectIds, ...whose });
  return profile;
}
