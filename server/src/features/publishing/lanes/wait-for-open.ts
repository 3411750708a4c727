import { setTimeout as pause } from 'node:timers/promises';
import type { Platform } from '../../../platform/platform.ts';
import { selectOpenPosts } from './lanes.store.ts';

/** Longer than a call to X and its settlement can take. */
const PATIENCE_MS = 6_500;
const LOOK_EVERY_MS = 150;

/**
 * Waits for posts of these accounts that are being sent, so that somebody who pauses or disconnects gets an
 * accurate answer. Call it after the commit. Returns how many may still be published: in progress, or outcome
 * unknown.
 */
export async function waitForOpen(
  { db }: Pick<Platform, 'db'>,
  accountIds: readonly number[],
  patienceMs = PATIENCE_MS,
): Promise<number> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const open = await selectOpenPosts(db, accountIds);
    if (open.every(({ isUnknown }) => isUnknown) || performance.now() >= deadline) return open.length;
    await pause(LOOK_EVERY_MS);
  }
}
