import type { Actor } from '../../../platform/actor.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { voiceChanges } from '../../../platform/rate-limits.ts';
import { requireVoice } from '../change-voice.ts';
import { lockVoice, selectLessons, updateLesson } from '../voice.store.ts';
import type { Voice, VoiceDeps } from '../voice.types.ts';
import { LESSONS_KEPT, PROPOSED_FROM, RULES_MAX, ruleText, sortLessons } from './lessons.rules.ts';

type Input = { twitterAccountId?: number | undefined; lesson: string; answer: 'accept' | 'dismiss' };

/**
 * Accepts or dismisses a proposed rule. Idempotent. Throws LESSON_NOT_FOUND if it was not proposed,
 * VALIDATION_FAILED above 50 rules, X_ACCOUNT_NOT_FOUND, X_NOT_CONNECTED, RATE_LIMIT_EXCEEDED.
 */
export async function changeLesson(deps: VoiceDeps, actor: Actor, input: Input): Promise<Voice> {
  await deps.limits.consume(voiceChanges, actor.userId);
  const now = deps.clock.now();
  return inTransaction(deps.db, async (tx) => {
    const voice = await requireVoice(tx, actor, input, now);
    await lockVoice(tx, voice.accountId);
    const lessons = await selectLessons(tx, voice.accountId, LESSONS_KEPT + RULES_MAX);
    const lesson = lessons.find((each) => each.lesson === input.lesson);
    if (!lesson || lesson.times < PROPOSED_FROM || ruleText(lesson.lesson) === null)
      throw new AppError('LESSON_NOT_FOUND', 'This rule is not currently proposed.');
    if (input.answer === 'accept') requireRoom(sortLessons(lessons).rules, lesson.lesson);
    await updateLesson(tx, lesson, input.answer === 'accept' ? 'accepted' : 'dismissed', now);
    return voice;
  });
}

function requireRoom(rules: readonly { lesson: string }[], lesson: string): void {
  if (rules.length < RULES_MAX || rules.some((rule) => rule.lesson === lesson)) return;
  throw new AppError('VALIDATION_FAILED', `A voice has at most ${RULES_MAX} rules. Remove one first.`);
}
