import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CrashPoint, crashPoints } from '../../server/src/platform/crash-points.ts';
import { type ServerSettings, spawnServer } from '../support/server-process.ts';
import type { Random } from './random.ts';

/** A worker's death that we caused, at random or at a named step. */
export type Kill = { pid: number; at: number; cause: 'random' | CrashPoint };

type Worker = { child: ChildProcess; readyAt: number | undefined; killed: boolean };

export type Fleet = {
  kills: Kill[];
  /** Crash points that no worker has died at yet. */
  missed(): CrashPoint[];
  /** Kills a worker, preferably the slot's, that has run for at least this long; waits for one if there is none yet. */
  killOne(slot: number, atWorkMs: number): Promise<void>;
  /** From now on every worker that starts is armed with a crash point that none has died at yet. */
  linger(): void;
  /** From now on workers start without a crash point. */
  disarm(): void;
  /** Asks every worker to finish and end; returns how many did not end as asked. */
  stop(): Promise<number>;
};

const RESTART_MS = 50;
/** Chance that a worker is armed with a point that has been hit already. */
const ARM_AGAIN = 0.2;

/** Keeps `size` workers running, whatever happens to them; each new one may be armed with a crash point. */
export function startFleet(
  size: number,
  settings: ServerSettings,
  random: Random,
  onKill: (kill: Kill) => void,
): Fleet {
  const slots: (Worker | undefined)[] = [];
  const kills: Kill[] = [];
  const hits = new Set<CrashPoint>();
  const loops: Promise<void>[] = [];
  let stopping = false;
  let armed = true;
  let lingering = false;
  let turn = 0;

  /** Half of the workers get a crash point that none has died at yet, another at each restart; at the end all do. */
  function nextPoint(slot: number): CrashPoint | undefined {
    if (!armed) return undefined;
    const open = crashPoints.filter((point) => !hits.has(point));
    if (open.length > 0 && (slot % 2 === 0 || lingering)) {
      turn += 1;
      return open[turn % open.length];
    }
    // A token lost while it rotates costs its account, so once is enough.
    return random.chance(ARM_AGAIN)
      ? random.pick(crashPoints.filter((point) => point !== 'token_rotated'))
      : undefined;
  }

  async function keepRunning(slot: number): Promise<void> {
    while (!stopping) {
      await oneLife(slot, nextPoint(slot));
      if (!stopping) await sleep(RESTART_MS);
    }
  }

  async function oneLife(slot: number, point: CrashPoint | undefined): Promise<void> {
    const child = spawnServer('worker', settings, point ? { CRASH_POINT: point } : {});
    const worker: Worker = { child, readyAt: undefined, killed: false };
    slots[slot] = worker;
    child.once('message', () => {
      worker.readyAt = Date.now();
    });
    const [, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    slots[slot] = undefined;
    if (signal !== 'SIGKILL') return;
    if (!worker.killed && point) hits.add(point);
    const kill = { pid: child.pid ?? 0, at: Date.now(), cause: worker.killed ? 'random' : point } as Kill;
    kills.push(kill);
    onKill(kill);
  }

  for (let slot = 0; slot < size; slot += 1) loops.push(keepRunning(slot));
  return {
    kills,
    missed: () => crashPoints.filter((point) => !hits.has(point)),
    async killOne(slot, atWorkMs) {
      const isDue = (worker: Worker | undefined) =>
        worker?.readyAt !== undefined && !worker.killed && Date.now() - worker.readyAt >= atWorkMs;
      while (!stopping) {
        const worker = [slots[slot], ...slots].find(isDue);
        if (worker) {
          worker.killed = true;
          worker.child.kill('SIGKILL');
          return;
        }
        await sleep(50);
      }
    },
    linger() {
      lingering = true;
    },
    disarm() {
      armed = false;
    },
    async stop() {
      stopping = true;
      let unclean = 0;
      for (const worker of slots) {
        worker?.child.once('exit', (code) => {
          if (code !== 0) unclean += 1;
        });
        worker?.child.kill('SIGTERM');
      }
      await Promise.all(loops);
      return unclean;
    },
  };
}
