import type { Db } from '../../platform/database/database.ts';
import { queues } from '../../platform/queues.ts';
import { eraseAccounts } from '../accounts/erase-accounts.ts';
import { deleteCredentials } from '../auth/auth.queries.ts';
import { countSubscription } from '../billing/sync/count-subscription.ts';
import { deleteEmails } from '../emails/emails.queries.ts';
import { deleteSources } from '../facts/facts.queries.ts';
import { recordFigures } from '../figures/record-figures.ts';
import { erasePosts } from '../posts/erase-posts.ts';
import { anonymizeUser } from '../users/users.queries.ts';
import { eraseVoices } from '../voice/erase-voices.ts';
import type { UserDataDeps } from './user-data.deps.ts';

/**
 * Removes a person from the product, in the caller's transaction: ends sessions, disconnects X, deletes posts
 * except those being sent, and frees the address. A job closes their data at the providers; the rest is
 * erased a day later. Returns the address.
 */
export async function removeUser(deps: UserDataDeps, tx: Db, userId: number, at: Date): Promise<string> {
  const email = await anonymizeUser(tx, userId, at);
  await recordFigures(tx, at, [{ name: 'users.left', amount: 1 }]);
  await countSubscription(tx, userId, at);
  await eraseVoices(tx, userId);
  const grants = await eraseAccounts(deps, tx, userId);
  await erasePosts(tx, userId, at);
  await deleteSources(tx, userId);
  await deleteCredentials(tx, userId);
  await deleteEmails(tx, userId);
  await deps.jobs.enqueue(tx, queues.closeProviderAccounts, { userId, grants });
  return email;
}
