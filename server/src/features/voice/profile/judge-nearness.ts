import { type Actor, callerOf } from '../../../platform/actor.ts';
import { voiceComparisons } from '../../../platform/rate-limits.ts';
import { requireVoice } from '../change-voice.ts';
import type { Nearness, VoiceDeps } from '../voice.types.ts';
import { nearnessOf, nearnessOfSet } from './nearness.rules.ts';

/**
 * How close texts are to a voice, individually and as a set; null without a profile. Throws
 * X_ACCOUNT_NOT_FOUND, X_NOT_CONNECTED, and RATE_LIMIT_EXCEEDED above 300 comparisons in 10 minutes.
 */
export async function judgeNearness(
  deps: VoiceDeps,
  actor: Actor,
  input: { twitterAccountId?: number | undefined; texts: readonly string[] },
): Promise<{ texts: (Nearness | null)[]; set: Nearness | null }> {
  await deps.limits.consume(voiceComparisons, callerOf(actor));
  const voice = await requireVoice(deps.db, actor, input, deps.clock.now());
  return {
    texts: input.texts.map((text) => nearnessOf(text, voice)),
    set: nearnessOfSet(input.texts, voice),
  };
}
