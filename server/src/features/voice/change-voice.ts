import type { Actor } from '../../platform/actor.ts';
import { type Db, inTransaction } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { findAccount } from '../accounts/accounts.queries.ts';
import { emptyVoice } from './voice.rules.ts';
import { lockVoice, selectVoice, upsertVoice } from './voice.store.ts';
import type { Voice, VoiceDeps } from './voice.types.ts';

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

/**
 * Changes a voice under its lock, so that concurrent changes run one after the other. Throws the errors of
 * `requireVoice` and of `change`; nothing is stored then.
 */
export function changeVoice(
  deps: Pick<VoiceDeps, 'db' | 'clock'>,
  actor: Actor,
  input: { twitterAccountId?: number | undefined },
  change: (voice: Voice, tx: Db) => Promise<Voice> | Voice,
): Promise<Voice> {
  return inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now();
    const { accountId } = await requireVoice(tx, actor, input, now);
    await lockVoice(tx, accountId);
    const voice = await requireVoice(tx, actor, { twitterAccountId: accountId }, now);
    const changed = await change(voice, tx);
    await upsertVoice(tx, changed);
    return changed;
  });
}

/** The posts or samples cannot be used for a voice; `field` names them in the request body. */
export function unreadable(message: string, field: 'posts' | 'samples'): AppError {
  return new AppError('VOICE_UNREADABLE', message, { data: { fields: { [field]: message } } });
}
