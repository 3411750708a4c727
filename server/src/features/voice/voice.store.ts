import { and, desc, eq, inArray, lt, ne, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { voiceLessons as lessons, voices } from './voice.tables.ts';
import type { Voice, VoiceLesson } from './voice.types.ts';

export async function selectVoice(db: Db, accountId: number): Promise<Voice | undefined> {
  const [voice] = await db.select().from(voices).where(eq(voices.accountId, accountId));
  return voice;
}

/** Locks an account's voice until the transaction ends, even if it has no row yet. */
export async function lockVoice(tx: Db, accountId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('voices', ${accountId}))`);
}

/** The voices of a person's accounts, oldest account first. */
export function selectVoicesOf(db: Db, userId: number): Promise<Voice[]> {
  return db.select().from(voices).where(eq(voices.userId, userId)).orderBy(voices.accountId);
}

export async function upsertVoice(tx: Db, voice: Voice): Promise<void> {
  const { accountId, userId, ...change } = voice;
  await tx
    .insert(voices)
    .values(voice)
    .onConflictDoUpdate({ target: voices.accountId, set: { userId, ...change } });
}

/** Deletes the voices of these accounts and their lessons. */
export async function deleteVoicesOf(tx: Db, accountIds: readonly number[]): Promise<void> {
  await tx.delete(voices).where(inArray(voices.accountId, [...accountIds]));
  await tx.delete(lessons).where(inArray(lessons.accountId, [...accountIds]));
}

/** Lessons from edits of an account's posts, latest first. */
export function selectLessons(db: Db, accountId: number, limit: number): Promise<VoiceLesson[]> {
  return db
    .select()
    .from(lessons)
    .where(eq(lessons.accountId, accountId))
    .orderBy(desc(lessons.lastAt), lessons.lesson)
    .limit(limit);
}

/** Lessons from edits of several accounts' posts, latest first. */
export function selectLessonsOf(db: Db, accountIds: readonly number[]): Promise<VoiceLesson[]> {
  return db
    .select()
    .from(lessons)
    .where(inArray(lessons.accountId, [...accountIds]))
    .orderBy(desc(lessons.lastAt), lessons.lesson);
}

/** Increments the counts of lessons, and adds new ones. */
export async function countLessons(
  tx: Db,
  accountId: number,
  counted: ReadonlyMap<string, number>,
  at: Date,
): Promise<void> {
  const rows = [...counted].map(([lesson, times]) => ({
    accountId,
    lesson,
    times,
    state: 'counted' as const,
    lastAt: at,
  }));
  await tx
    .insert(lessons)
    .values(rows)
    .onConflictDoUpdate({
      target: [lessons.accountId, lessons.lesson],
      set: { times: sql`least(${lessons.times} + excluded.times, 1000000)`, lastAt: at },
    });
}

/** Changes the state of a lesson; false if it does not exist. */
export async function updateLesson(
  tx: Db,
  { accountId, lesson }: { accountId: number; lesson: string },
  state: VoiceLesson['state'],
  at: Date,
): Promise<boolean> {
  const changed = await tx
    .update(lessons)
    .set({ state, lastAt: at })
    .where(and(eq(lessons.accountId, accountId), eq(lessons.lesson, lesson)))
    .returning({ lesson: lessons.lesson });
  return changed.length > 0;
}

/** Keeps an account's newest lessons, and all accepted ones. */
export async function deleteLessonsBeyond(tx: Db, accountId: number, kept: number): Promise<void> {
  await tx.execute(sql`
    delete from voice_lessons where account_id = ${accountId} and lesson in (
      select lesson from voice_lessons where account_id = ${accountId} and state <> 'accepted'
      order by last_at desc, times desc, lesson offset ${kept})`);
}

export async function deleteLessonsBefore(db: Db, before: Date): Promise<void> {
  await db.delete(lessons).where(and(ne(lessons.state, 'accepted'), lt(lessons.lastAt, before)));
}
