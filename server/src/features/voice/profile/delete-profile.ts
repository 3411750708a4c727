import type { Actor } from '../../../platform/actor.ts';
import { voiceChanges } from '../../../platform/limits.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { changeVoice } from '../change-voice.ts';
import type { VoiceDeps } from '../voice.deps.ts';
import { withoutProfile } from '../voice.rules.ts';
import type { Voice } from '../voice.types.ts';

/**
 * Deletes a voice's profile; settings and samples stay. Idempotent. Throws X_ACCOUNT_NOT_FOUND,
 * X_NOT_CONNECTED, RATE_LIMIT_EXCEEDED.
 */
export async function deleteProfile(
  deps: VoiceDeps,
  actor: Actor,
  input: { twitterAccountId?: number | undefined },
): Promise<Voice> {
  await deps.limits.consume(voiceChanges, actor.userId);
  const at = deps.clock.now();
  return changeVoice(deps, actor, input, async (voice, tx) => {
    if (!voice.profile) return voice;
    await recordAudit(tx, actor, {
      at,
      action: 'voice.profile_deleted',
      target: { type: 'x_account', id: String(voice.accountId) },
    });
    return withoutProfile(voice, at);
  });
}
