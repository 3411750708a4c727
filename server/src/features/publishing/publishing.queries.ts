import type { EngineClock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/database.ts';
import { updateSummaryDue } from './emails/owner-emails.store.ts';
import { oldestOverdue } from './engine/publishing.store.ts';
import { selectPause, selectStop } from './engine/stops.store.ts';
import { existsAlive } from './engine/workers.store.ts';
import {
  type DeletedPost,
  existsDoubtSince,
  selectDeletedPosts,
  selectOutcomes,
} from './lanes/history.store.ts';
import { selectLimits } from './lanes/holds.store.ts';
import { selectLaneFaults } from './lanes/lanes.store.ts';

/** How many seconds the oldest due post is late; 0 if none is due, or during a maintenance pause. */
export async function getOldestOverdueSeconds(db: Db, now: Date): Promise<number> {
  if ((await selectPause(db, now)).isPaused) return 0;
  const at = await oldestOverdue(db, now);
  return at ? Math.max(0, (now.getTime() - at.getTime()) / 1000) : 0;
}

/** How many seconds a post's text stays locked after an attempt that may have reached X. */
const TEXT_KEPT_SECONDS = 60;

/** Whether the current text may still arrive at X, because the outcome of a recent attempt is unknown. */
export function keepsText(tx: Db, postId: number, now: Date): Promise<boolean> {
  return existsDoubtSince(tx, postId, new Date(now.getTime() - TEXT_KEPT_SECONDS * 1000));
}

/** Whether any worker has a valid heartbeat. */
export function isWorkerAlive(db: Db, clock: EngineClock): Promise<boolean> {
  return existsAlive(db, clock.databaseNow());
}

const LANES_A_LOOK = 500;

/** Checks a page of lanes with each call, and describes for staff whether they agree with their posts. */
export function createLanesCheck(db: Db): () => Promise<string> {
  let after = 0;
  return async () => {
    const { faults, last } = await selectLaneFaults(db, { after, limit: LANES_A_LOOK });
    after = last ?? 0;
    return faults.length === 0
      ? 'ok'
      : `${faults.length} ${faults.length === 1 ? 'lane disagrees with its' : 'lanes disagree with their'} posts`;
  };
}

/** What blocks all publishing, described for staff; `ok` if nothing does. */
export async function getPublishingState(db: Db, now: Date): Promise<string> {
  if ((await selectPause(db, now)).isPaused) return 'held by maintenance';
  const stop = await selectStop(db);
  return stop
    ? `X has accepted no posts from us since ${stop.since.toISOString()} (402): ${stop.reason}`
    : 'ok';
}

/** When X stopped accepting any posts from us; undefined while it accepts them. */
export async function findStopSince(db: Db): Promise<Date | undefined> {
  return (await selectStop(db))?.since;
}

/** Reschedules a person's weekly summary after their time zone changed. */
export function replanSummary(tx: Db, userId: number, now: Date): Promise<void> {
  return updateSummaryDue(tx, userId, now);
}

/** When X accepts posts again, for those accounts that it rate-limits now. */
export function findLimits(db: Db, accountIds: readonly number[], now: Date): Promise<Map<number, Date>> {
  return selectLimits(db, accountIds, now);
}

/** What is kept about these deleted posts, whoever owned them. */
export function listDeletedPosts(db: Db, postIds: readonly number[]): Promise<DeletedPost[]> {
  return selectDeletedPosts(db, postIds);
}

/** The outcomes of the calls to X for these posts, in order. Omits posts that succeeded at the first call. */
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
