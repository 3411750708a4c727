import type { Voice as VoiceView } from '@drumbeat/contract/voice/voice.ts';
import type { Db } from '../../platform/database/database.ts';
import type { DescribedVoice } from './describe.rules.ts';
import { LESSONS_KEPT, RULES_MAX, sortLessons } from './lessons/lessons.rules.ts';
import { nearnessOf } from './profile/nearness.rules.ts';
import { selectLessons, selectLessonsOf, selectVoice, selectVoicesOf } from './voice.store.ts';
import type { Nearness, Voice, VoiceLesson } from './voice.types.ts';
import { voiceView } from './voice.view.ts';

/** All lessons that an account can have. */
const LESSONS_READ = LESSONS_KEPT + RULES_MAX;

/** The voice of an account with its accepted rules; undefined if none was set. */
export async function findVoice(db: Db, accountId: number): Promise<(Voice & DescribedVoice) | undefined> {
  const voice = await selectVoice(db, accountId);
  if (!voice) return undefined;
  const { rules } = sortLessons(await listLessons(db, accountId));
  return { ...voice, rules: rules.map(({ text }) => text) };
}

/**
 * A function that tells how close a text is to the account's own posts; it returns null if there is no
 * profile.
 */
export async function findNearness(db: Db, accountId: number): Promise<(text: string) => Nearness | null> {
  const voice = await selectVoice(db, accountId);
  return (text) => (voice ? nearnessOf(text, voice) : null);
}

/** The lessons of an account, including rules and proposals. */
export function listLessons(db: Db, accountId: number): Promise<VoiceLesson[]> {
  return selectLessons(db, accountId, LESSONS_READ);
}

/** The voices of a person's accounts as their owner sees them. */
export async function exportVoices(db: Db, userId: number): Promise<(VoiceView & { accountId: string })[]> {
  const voices = await selectVoicesOf(db, userId);
  const ids = voices.map(({ accountId }) => accountId);
  const lessons = Map.groupBy(await selectLessonsOf(db, ids), ({ accountId }) => accountId);
  return voices.map((voice) => ({
    accountId: String(voice.accountId),
    ...voiceView(voice, (lessons.get(voice.accountId) ?? []).slice(0, LESSONS_READ)),
  }));
}
