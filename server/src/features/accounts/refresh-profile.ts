import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import { xProfileReads } from '../../platform/limits.ts';
import { XError } from '../../providers/x/x.ts';
import type { AccountsDeps } from './accounts.deps.ts';
import { findAccount } from './accounts.queries.ts';
import { updateAccountRow } from './accounts.store.ts';
import type { XAccountRecord } from './accounts.types.ts';
import { readProfile } from './read-profile.ts';
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
