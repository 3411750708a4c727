import type { VoiceSettingsInput } from '@drumbeat/contract/voice/voice.ts';
import type { Actor } from '../../platform/actor.ts';
import { voiceChanges } from '../../platform/rate-limits.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { changeVoice, unreadable } from './change-voice.ts';
import { findLanguages } from './profile/find-languages.ts';
import { countLanguages, languageFault } from './profile/languages.rules.ts';
import { withSettings } from './voice.rules.ts';
import type { Voice, VoiceDeps } from './voice.types.ts';

type Input = VoiceSettingsInput & { twitterAccountId?: number | undefined };

/**
 * Saves settings and samples of a voice, all or nothing. Throws VOICE_UNREADABLE for samples in several
 * languages or not in the voice's, X_ACCOUNT_NOT_FOUND, X_NOT_CONNECTED, and RATE_LIMIT_EXCEEDED above 60
 * changes an hour.
 */
export async function saveVoice(deps: VoiceDeps, actor: Actor, input: Input): Promise<Voice> {
  await deps.limits.consume(voiceChanges, actor.userId);
  const { twitterAccountId, ...settings } = input;
  const fault = languageFault(
    countLanguages(await findLanguages(settings.samples)),
    settings.language,
    'samples',
  );
  if (fault) throw unreadable(fault, 'samples');
  const at = deps.clock.now();
  return changeVoice(deps, actor, { twitterAccountId }, async (voice, tx) => {
    await recordAudit(tx, actor, {
      at,
      action: 'voice.saved',
      target: { type: 'x_account', id: String(voice.accountId) },
    });
    return withSettings(voice, settings, at);
  });
}
