import { setTimeout as sleep } from 'node:timers/promises';
import type { CrashPoint } from '../../server/src/platform/crash-points.ts';
import type { ChaosSandbox } from '../support/sandbox.ts';
import type { Fleet } from './fleet.ts';
import type { People } from './people.ts';
import type { Promised } from './truth.ts';

/** What must happen to a post for a worker to reach a crash point; `plain` is an ordinary post. */
type Scene = 'plain' | 'server_error' | 'rate_limit' | 'expired_token';

const SCENE_OF: Record<CrashPoint, Scene> = {
  claimed: 'plain',
  calling: 'plain',
  answered: 'plain',
  settling: 'plain',
  settled: 'plain',
  // X answers 5xx without accepting the post: the outcome is unknown, then looked for, then counted as an
  // attempt.
  marking_unknown: 'server_error',
  marked_unknown: 'server_error',
  taken_over: 'server_error',
  timeline_read: 'server_error',
  retry_planned: 'server_error',
  retry_waiting: 'server_error',
  held: 'rate_limit',
  hold_ended: 'rate_limit',
  token_rotated: 'expired_token',
};

/** Unknown outcomes are looked for only seconds later, so their scenes are arranged every second turn. */
const AHEAD_OF_LOOKS = 2;
const MOST_AHEAD = 12;
const EVERY_MS = 1_000;
/** How far ahead a reserved post is moved, so that its owner's change is still allowed. */
const AHEAD_MS = 1_000;
const HOLD_MS = 1_500;
const REARM_EVERY = 4;

export type Stage = {
  sandbox: ChaosSandbox;
  fleet: Fleet;
  people: People;
  /** Far-future posts, each with its own account. */
  reserve: Promised[];
};

/**
 * Arranges scenes for crash points at which a worker waits and none has died yet, one of each kind at a time,
 * until all were hit, the reserve is used up, or `until` is reached.
 */
export async function stageScenes({ sandbox, fleet, people, reserve }: Stage, until: number): Promise<void> {
  const left = [...reserve];
  let unknown = 0;
  for (let turn = 0; Date.now() < until && fleet.missed().length > 0; turn += 1) {
    const mayBeAhead = unknown < MOST_AHEAD && turn % AHEAD_OF_LOOKS === 0;
    for (const scene of scenesFor(fleet, mayBeAhead)) {
      const post = left.pop();
      if (!post) return;
      if (scene === 'server_error') unknown += 1;
      await arrange(sandbox, scene, post.person.username);
      await people.move(post, AHEAD_MS);
    }
    if (turn % REARM_EVERY === REARM_EVERY - 1) fleet.rearmOne();
    await sleep(EVERY_MS);
  }
}

function scenesFor(fleet: Fleet, mayBeAhead: boolean): Set<Scene> {
  const scenes = new Set(fleet.waitedFor().map((point) => SCENE_OF[point]));
  const needsUnknown = fleet.missed().some((point) => SCENE_OF[point] === 'server_error');
  return needsUnknown && mayBeAhead ? scenes.add('server_error') : scenes;
}

async function arrange(sandbox: ChaosSandbox, scene: Scene, username: string): Promise<void> {
  if (scene === 'server_error')
    await sandbox.control('POST', '/faults', { kind: 'server_error', username, count: 1 });
  if (scene === 'rate_limit')
    await sandbox.control('POST', '/faults', { kind: 'rate_limit', username, count: 1, delayMs: HOLD_MS });
  if (scene === 'expired_token') await sandbox.control('POST', '/expire-tokens', { username });
}
