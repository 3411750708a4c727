import type { EngineClock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database.ts';
import { type DeletedPost, existsDoubtSince, selectDeletedPosts, selectOutcomes } from './history.store.ts';
import { selectLimits } from './holds.store.ts';
import { selectLaneFaults } from './lanes.store.ts';
import { selectPause } from './pauses.store.ts';
import { oldestOverdue } from './publishing.store.ts';
import { selectStop } from './stop.store.ts';
import { updateSummaryDue } from './summaries.store.ts';
import { existsAlive } from './workers.store.ts';

/** Seconds that the oldest post which could go out is late; 0 when none is, or while maintenance holds them all. */
export async function getOldestOverdueSeconds(db: Db, now: Date): Promise<number> {
  if ((await selectPause(db, now)).isPaused) return 0;
  const at = await oldestOverdue(db, now);
  return at ? Math.max(0, (now.getTime() - at.getTime()) / 1000) : 0;
}

/** Seconds for which a post keeps its text after an attempt that may have reached X. */
const TEXT_KEPT_SECONDS = 60;

/** Whether a post's present text may still arrive at X, from an attempt of which nobody knows how it ended. */
export function keepsText(tx: Db, postId: number, now: Date): Promise<boolean> {
  return existsDoubtSince(tx, postId, new Date(now.getTime() - TEXT_KEPT_SECONDS * 1000));
}

/** Whether a worker has given a sign of life lately. */
export function isWorkerAlive(db: Db, clock: EngineClock): Promise<boolean> {
  return existsAlive(db, clock.databaseNow());
}

const LANES_A_LOOK = 500;

/** Looks at lanes, some more with each call, and says in words for staff whether they agree with their posts. */
export function createLanesCheck(db: Db): () => Promise<string> {
  let after = 0;
  return async () => {
    const { faults, last } = await selectLaneFaults(db, { after, limit: LANES_A_LOOK });
    after = last ?? 0;
    return faults.length === 0 ? 'ok' : `${faults.length} disagree with their posts`;
  };
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
