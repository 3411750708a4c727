import type { VoicePoint } from '@drumbeat/contract/voice/voice.rules.ts';
import type { Actor } from '../../../platform/actor.ts';
import { AppError } from '../../../platform/errors.ts';
import { voiceChanges } from '../../../platform/limits.ts';
import { changeVoice } from '../change-voice.ts';
import type { VoiceDeps } from '../voice.deps.ts';
import type { Voice } from '../voice.types.ts';

type Input = {
  twitterAccountId?: number | undefined;
  point: VoicePoint;
  isOn: boolean;
  text: string | null;
};

/**
 * Rewords a point of the profile, or switches it on or off; a point that is off is ignored when texts are
 * compared. Throws VOICE_PROFILE_NOT_FOUND, X_ACCOUNT_NOT_FOUND, X_NOT_CONNECTED, RATE_LIMIT_EXCEEDED.
 */
export async function changePoint(deps: VoiceDeps, actor: Actor, input: Input): Promise<Voice> {
  await deps.limits.consume(voiceChanges, actor.userId);
  const { point, isOn, text } = input;
  return changeVoice(deps, actor, input, (voice) => {
    if (!voice.profile)
      throw new AppError('VOICE_PROFILE_NOT_FOUND', 'This voice has no profile yet. Import posts first.');
    const { [point]: _, ...others } = voice.points;
    const isPlain = isOn && text === null;
    return {
      ...voice,
      points: isPlain ? others : { ...others, [point]: { isOn, text } },
      updatedAt: deps.clock.now(),
    };
  });
}
