import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CrashPoint } from '../../server/src/platform/crash-points.ts';
import { type ServerSettings, spawnServer } from '../support/server-process.ts';
import type { TcpProxy } from '../support/tcp-proxy.ts';
import { createArming } from './arming.ts';
import type { Random } from './random.ts';
import type { OpenWork } from './records.ts';

/** A worker that was taken from its work, and what it had in hand: dead or cut off from the database, or frozen. */
export type Loss = { cause: 'death' | 'frozen'; at: number; work: OpenWork[] };

/** A worker's death that we caused, at random or at a named step. */
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
  /** How many workers were frozen and went on, and how many connections fell silent. */
  counts: { frozen: number; silenced: number };
  losses(): Promise<Loss[]>;
  missed(): CrashPoint[];
  /** Crash points at which a worker waits, and none has died yet. */
  waitedFor(): CrashPoint[];
  /** Kills a worker, preferably the slot's, that has run for at least this long; waits for one if there is none yet. */
  killOne(slot: number, atWorkMs: number): Promise<void>;
  /** Stops a worker in the middle of its work, and lets it go on after a while. */
  freezeOne(slot: number, forMs: number): Promise<void>;
  /** All connections of a worker to the database say nothing more; it may open others. */
  silenceOne(slot: number): Promise<void>;
  /** Ends one worker whose crash point was hit already, so that the next waits at one that was not. */
  rearmOne(): void;
  disarm(): void;
  /** Asks every worker to finish and end; returns how many did not end as asked. */
  stop(): Promise<number>;
};

export type FleetOptions = {
  settings: ServerSettings;
  /** A way to the database for each slot: as many workers run, whatever happens to them. */
  proxies: readonly TcpProxy[];
  random: Random;
  isSmall: boolean;
  /** What the worker with this process number has in hand. */
  openWorkOf(pid: number): Promise<OpenWork[]>;
};

const RESTART_MS = 50;
const LOOK_MS = 50;
/** For so long a worker is let go and stopped again until it is stopped with something in hand. */
const CATCH_MS = 8_000;
/** What PostgreSQL's keepalive takes to notice that nobody is there. */
const SERVER_NOTICES_MS = 10_000;
/** Two workers' clocks are 5 s apart. */
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

  /** A worker at work, preferably the slot's; waits for one if there is none yet. */
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

  /** Stops it, and lets it go again while it has nothing in hand. */
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
        // One that came to its crash point just before the stop is dead, not frozen: another one takes its place.
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
        // Without a connection it would lose nothing: the database is away just now.
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
      for (const { child } of workers) {
        child.once('exit', (code) => {
          if (code !== 0) unclean += 1;
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
