import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CrashPoint } from '../../server/src/platform/crash-points.ts';
import { type ServerSettings, spawnServer } from '../support/server-process.ts';
import type { TcpProxy } from '../support/tcp-proxy.ts';
import { createArming } from './arming.ts';
import type { Random } from './random.ts';
import type { OpenWork } from './records.ts';

/** A worker that died, lost the database or was frozen, and the attempts it had open. */
export type Loss = { cause: 'death' | 'frozen'; at: number; work: OpenWork[] };

/** A worker's death that we caused, at a random time or at a crash point. */
export type Kill = { at: number; cause: 'random' | CrashPoint };

type Worker = {
  slot: number;
  child: ChildProcess;
  point: CrashPoint | undefined;
  readyAt: number | undefined;
  state: 'runs' | 'frozen' | 'killed';
};

export type Fleet = {
  kills: Kill[];
  /** How many workers were frozen and resumed, and how many connections were silenced. */
  counts: { frozen: number; silenced: number };
  losses(): Promise<Loss[]>;
  missed(): CrashPoint[];
  /** Crash points at which a worker waits and none has died yet. */
  waitedFor(): CrashPoint[];
  /** Kills a worker that has run this long, preferably the slot's; waits for one if there is none yet. */
  killOne(slot: number, atWorkMs: number): Promise<void>;
  /** Freezes a worker in the middle of its work, and resumes it after a while. */
  freezeOne(slot: number, forMs: number): Promise<void>;
  /** Silences all database connections of a worker; it may open others. */
  silenceOne(slot: number): Promise<void>;
  /** Ends one worker whose crash point was already hit, so that the next one gets a point that was not. */
  rearmOne(): void;
  disarm(): void;
  /** Asks every worker to finish and exit; returns how many did not. */
  stop(): Promise<number>;
};

export type FleetOptions = {
  settings: ServerSettings;
  /** A proxy to the database for each slot. The number of slots is the number of running workers. */
  proxies: readonly TcpProxy[];
  random: Random;
  isSmall: boolean;
  /** The open attempts of the worker with this process id. */
  openWorkOf(pid: number): Promise<OpenWork[]>;
};

const RESTART_MS = 50;
const LOOK_MS = 50;
/** How long a worker is resumed and frozen again until it is caught with an open attempt. */
const CATCH_MS = 8_000;
/** How long PostgreSQL's keepalive takes to notice a dead client. */
const SERVER_NOTICES_MS = 10_000;
/** The clocks of two workers differ by 5 s. */
const CLOCK_OFFSETS_MS = [-2_500, 2_500];

/** Keeps a worker running in each slot, whatever happens to it. */
export function startFleet({ settings, proxies, random, isSmall, openWorkOf }: FleetOptions): Fleet {
  const workers = new Set<Worker>();
  const kills: Kill[] = [];
  const losses: Promise<Loss>[] = [];
  const counts = { frozen: 0, silenced: 0 };
  const arming = createArming(random, isSmall);
  let stopping = false;

  function lose(cause: Loss['cause'], worker: Worker): Promise<Loss> {
    const at = Date.now();
    return openWorkOf(worker.child.pid ?? 0).then((work) => ({ cause, at, work }));
  }

  async function keepRunning(slot: number): Promise<void> {
    while (!stopping) {
      await oneLife(slot);
      if (!stopping) await sleep(RESTART_MS);
    }
  }

  function spawn(slot: number, point: CrashPoint | undefined): ChildProcess {
    return spawnServer('worker', through(settings, proxies[slot]), {
      CLOCK_OFFSET_MS: String(CLOCK_OFFSETS_MS[slot] ?? 0),
      ...(point ? { CRASH_POINT: point } : {}),
    });
  }

  async function oneLife(slot: number): Promise<void> {
    const others = [...workers].map((worker) => worker.point);
    const point = arming.next(others);
    const child = spawn(slot, point);
    const worker: Worker = { slot, child, point, readyAt: undefined, state: 'runs' };
    workers.add(worker);
    child.once('message', () => {
      worker.readyAt = Date.now();
    });
    const [, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    workers.delete(worker);
    if (signal !== 'SIGKILL') return;
    const hit = worker.state === 'killed' ? undefined : point;
    if (hit) arming.hit(hit);
    kills.push({ at: Date.now(), cause: hit ?? 'random' });
    losses.push(lose('death', worker));
  }

  function atWork(): Worker[] {
    return [...workers].filter(({ state, readyAt }) => state === 'runs' && readyAt !== undefined);
  }

  /** A working worker, preferably the slot's; waits for one if there is none yet. */
  async function findOne(slot: number, atWorkMs = 0): Promise<Worker | undefined> {
    for (; !stopping; await sleep(LOOK_MS)) {
      const fit = atWork().filter(({ readyAt }) => Date.now() - (readyAt ?? 0) >= atWorkMs);
      const found = fit.find((worker) => worker.slot === slot) ?? fit[0];
      if (found) return found;
    }
    return undefined;
  }

  function kill(worker: Worker): void {
    worker.state = 'killed';
    worker.child.kill('SIGKILL');
  }

  /** Freezes a worker, resuming it as long as it has no open attempt. */
  async function stopAtWork(slot: number): Promise<{ worker: Worker; loss: Loss } | undefined> {
    const deadline = Date.now() + CATCH_MS;
    for (let turn = slot; ; turn += 1, await sleep(LOOK_MS)) {
      const worker = await findOne(turn % proxies.length);
      if (!worker) return undefined;
      worker.state = 'frozen';
      worker.child.kill('SIGSTOP');
      const loss = await lose('frozen', worker);
      if (loss.work.length > 0 || Date.now() > deadline) return { worker, loss };
      worker.state = 'runs';
      worker.child.kill('SIGCONT');
    }
  }

  const loops = proxies.map((_, slot) => keepRunning(slot));
  return {
    kills,
    counts,
    losses: () => Promise.all(losses),
    missed: arming.missed,
    waitedFor: () => atWork().flatMap(({ point }) => (point && arming.isOpen(point) ? [point] : [])),
    async killOne(slot, atWorkMs) {
      const worker = await findOne(slot, atWorkMs);
      if (worker) kill(worker);
    },
    async freezeOne(slot, forMs) {
      for (let isDone = false; !isDone && !stopping; ) {
        const stopped = await stopAtWork(slot);
        if (!stopped) return;
        await sleep(forMs);
        // A worker that reached its crash point just before the freeze is dead, not frozen: freeze another
        // one.
        isDone = stopped.worker.child.kill('SIGCONT');
        if (!isDone) continue;
        stopped.worker.state = 'runs';
        losses.push(Promise.resolve(stopped.loss));
        counts.frozen += 1;
      }
    },
    async silenceOne(slot) {
      for (let silenced = 0; silenced === 0 && !stopping; await sleep(LOOK_MS)) {
        const worker = await findOne(slot);
        // Without connections nothing would be lost, because the database is down right now.
        silenced = worker ? (proxies[worker.slot]?.silence(SERVER_NOTICES_MS) ?? 0) : 0;
        if (worker && silenced > 0) losses.push(lose('death', worker));
        counts.silenced += silenced;
      }
    },
    rearmOne() {
      const idle = atWork().find(({ point }) => !arming.isOpen(point));
      if (idle && arming.missed().length > 0) kill(idle);
    },
    disarm: arming.end,
    async stop() {
      stopping = true;
      let unclean = 0;
      for (const { child, readyAt } of workers) {
        child.once('exit', (code) => {
          // One that is still starting does not listen for the request yet.
          if (code !== 0 && readyAt !== undefined) unclean += 1;
        });
        child.kill('SIGTERM');
      }
      await Promise.all(loops);
      return unclean;
    },
  };
}

function through(settings: ServerSettings, proxy: TcpProxy | undefined): ServerSettings {
  const url = new URL(settings.databaseUrl);
  if (proxy) url.port = String(proxy.port);
  return { ...settings, databaseUrl: url.href };
}
