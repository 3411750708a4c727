import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import { xProfileReads } from '../../platform/rate-limits.ts';
import { XError, type XProfile } from '../../providers/x/x.ts';
import { findTiers } from '../billing/billing.queries.ts';
import { recordReads } from '../figures/record-costs.ts';
import type { AccountsDeps } from './accounts.deps.ts';
import { findAccount } from './accounts.queries.ts';
import { updateAccountRow } from './accounts.store.ts';
import type { XAccountRecord } from './accounts.types.ts';
import { getAccess } from './tokens/get-access.ts';

/**
 * Reads the selected account's name and picture from X. Throws X_NOT_CONNECTED, PROVIDER_FAILED,
 * RATE_LIMIT_EXCEEDED.
 */
export async function refreshProfile(deps: AccountsDeps, actor: Actor): Promise<XAccountRecord> {
  await deps.limits.consume(xProfileReads, actor.userId);
  const account = await findAccount(deps.db, actor.userId);
  const access = await (await getAccess(deps, [account.id])).get(account.id);
  if (access?.kind !== 'token')
    throw new AppError('X_NOT_CONNECTED', 'Connect your Twitter/X account first.');
  try {
    const profile = await readProfile(deps, access.accessToken, account);
    const change = {
      username: profile.username,
      profileImageUrl: profile.imageUrl,
      updatedAt: deps.clock.now(),
    };
    return (await updateAccountRow(deps.db, account.id, change)) ?? account;
  } catch (error) {
    if (!(error instanceof XError)) throw error;
    throw new AppError('PROVIDER_FAILED', 'Failed to refresh profile picture. Please try again.', {
      cause: error,
    });
  }
}

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
