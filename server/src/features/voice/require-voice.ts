import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/database.ts';
import { findAccount } from '../accounts/accounts.queries.ts';
import { emptyVoice } from './voice.rules.ts';
import { selectVoice } from './voice.store.ts';
import type { Voice } from './voice.types.ts';

/**
 * The voice of the person's account (default: the selected one); an empty one if none was set. Throws
 * X_ACCOUNT_NOT_FOUND for an account that is not theirs, X_NOT_CONNECTED without any.
 */
export async function requireVoice(
  db: Db,
  actor: Pick<Actor, 'userId'>,
  input: { twitterAccountId?: number | undefined },
  now: Date,
): Promise<Voice> {
  const account = await findAccount(db, actor.userId, input.twitterAccountId);
  return (await selectVoice(db, account.id)) ?? emptyVoice(account, now);
}
