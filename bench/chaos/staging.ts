import { setTimeout as sleep } from 'node:timers/promises';
import type { CrashPoint } from '../../server/src/platform/crash-points.ts';
import type { ChaosSandbox } from '../support/sandbox.ts';
import type { Fleet } from './fleet.ts';
import type { People } from './people.ts';
import type { Promised } from './truth.ts';

/** What has to befall a post so that a worker comes to a crash point; `plain` is a post that goes out. */
type Scene = 'plain' | 'server_error' | 'rate_limit' | 'expired_token';

const SCENE_OF: Record<CrashPoint, Scene> = {
  claimed: 'plain',
  calling: 'plain',
  answered: 'plain',
  settling: 'plain',
  settled: 'plain',
  // X answers 5xx and took nothing: the outcome is unknown, then looked for, then counted as a try.
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

/** What X left unknown is looked for seconds later, so that scenes of it are arranged ahead: every so many turns. */
const AHEAD_OF_LOOKS = 2;
const MOST_AHEAD = 12;
const EVERY_MS = 1_000;
/** How far ahead a post of the reserve is moved: its owner's change must be in time. */
const AHEAD_MS = 1_000;
const HOLD_MS = 1_500;
const REARM_EVERY = 4;

export type Stage = {
  sandbox: ChaosSandbox;
  fleet: Fleet;
  people: People;
  /** Posts of a far future, each of an account of its own. */
  reserve: Promised[];
};

/**
 * Arranges scenes for the crash points at which a worker waits and none has died yet, one of each kind at a time, until
 * all were hit, the reserve is used up, or `until` has come.
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
