import type { Actor } from '../../platform/actor.ts';
import { type Db, inTransaction } from '../../platform/database/database.ts';
import { requireVoice } from './require-voice.ts';
import type { VoiceDeps } from './voice.deps.ts';
import { lockVoice, upsertVoice } from './voice.store.ts';
import type { Voice } from './voice.types.ts';

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
