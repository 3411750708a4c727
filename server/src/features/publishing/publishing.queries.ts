import type { Db } from '../../platform/database.ts';
import { type DeletedPost, selectDeletedPosts, selectOutcomes } from './history.store.ts';
import { selectLimits } from './holds.store.ts';
import { selectPause } from './pauses.store.ts';
import { oldestOverdue } from './publishing.store.ts';
import { selectStop } from './stop.store.ts';
import { updateSummaryDue } from './summaries.store.ts';

/** Seconds that the oldest post which could go out is late; 0 when none is, or while maintenance holds them all. */
export async function getOldestOverdueSeconds(db: Db, now: Date): Promise<number> {
  if ((await selectPause(db, now)).isPaused) return 0;
  const at = await oldestOverdue(db, now);
  return at ? Math.max(0, (now.getTime() - at.getTime()) / 1000) : 0;
}

/** What holds everybody's posts, in words for staff; `ok` if nothing does. */
export async function getPublishingState(db: Db, now: Date): Promise<string> {
  if ((await selectPause(db, now)).isPaused) return 'held by maintenance';
  const stop = await selectStop(db);
  return stop ? `X takes no posts from us since ${stop.since.toISOString()} (402): ${stop.reason}` : 'ok';
}

/** Since when X takes posts from nobody through us; undefined while it does. */
export async function findStopSince(db: Db): Promise<Date | undefined> {
  return (await selectStop(db))?.since;
}

/** Has a person's next weekly summary planned anew, after their time zone changed. */
export function replanSummary(tx: Db, userId: number, now: Date): Promise<void> {
  return updateSummaryDue(tx, userId, now);
}

/** When X takes posts again, of those accounts from which it takes none now. */
export function findLimits(db: Db, accountIds: readonly number[], now: Date): Promise<Map<number, Date>> {
  return selectLimits(db, accountIds, now);
}

/** What is kept of these deleted posts, whoever owned them. */
export function listDeletedPosts(db: Db, postIds: readonly number[]): Promise<DeletedPost[]> {
  return selectDeletedPosts(db, postIds);
}

/** How the calls to X for these posts ended, in order; a post that went out at the first call is left out. */
export async function findUnusualAttempts(
  db: Db,
  postIds: readonly number[],
): Promise<Map<number, string[]>> {
  if (postIds.length === 0) return new Map();
  const byPost = new Map<number, string[]>();
  for (const { postId, outcome, errorCode } of await selectOutcomes(db, postIds)) {
    const words = [outcome ?? 'open', ...(errorCode ? [errorCode] : [])].join(' ');
    byPost.set(postId, [...(byPost.get(postId) ?? []), words]);
  }
  return new Map([...byPost].filter(([, attempts]) => attempts.length > 1 || attempts[0] !== 'posted'));
}
