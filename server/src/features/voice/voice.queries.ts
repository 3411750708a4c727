import type { Voice as VoiceView } from '@drumbeat/contract/voice.ts';
import type { Db } from '../../platform/database.ts';
import type { DescribedVoice } from './describe.rules.ts';
import { LESSONS_KEPT, RULES_MAX, sortLessons } from './lessons.rules.ts';
import { nearnessOf } from './nearness.rules.ts';
import { selectLessons, selectVoice, selectVoicesOf } from './voice.store.ts';
import type { Nearness, Voice, VoiceLesson } from './voice.types.ts';
import { voiceView } from './voice.view.ts';

/** The voice of an account with the rules that its owner accepted; undefined where nobody set one. */
export async function findVoice(db: Db, accountId: number): Promise<(Voice & DescribedVoice) | undefined> {
  const voice = await selectVoice(db, accountId);
  if (!voice) return undefined;
  const { rules } = sortLessons(await listLessons(db, accountId));
  return { ...voice, rules: rules.map(({ text }) => text) };
}

/** What tells how near a text is to an account's own posts; null for each where nobody made a profile of them. */
export async function findNearness(db: Db, accountId: number): Promise<(text: string) => Nearness | null> {
  const voice = await selectVoice(db, accountId);
  return (text) => (voice ? nearnessOf(text, voice) : null);
}

/** What was learned of an account, the rules and the proposals among it. */
export function listLessons(db: Db, accountId: number): Promise<VoiceLesson[]> {
  return selectLessons(db, accountId, LESSONS_KEPT + RULES_MAX);
}

/** The voices of a person's accounts as their owner sees them. */
export async function exportVoices(db: Db, userId: number): Promise<(VoiceView & { accountId: string })[]> {
  const voices = await selectVoicesOf(db, userId);
  return Promise.all(
    voices.map(async (voice) => ({
      accountId: String(voice.accountId),
      ...voiceView(voice, await listLessons(db, voice.accountId)),
    })),
  );
}
