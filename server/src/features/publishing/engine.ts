import { randomUUID } from 'node:crypto';
import { createWatchdog } from '../../platform/watchdog.ts';
import { claimAndPublish, probe, takeOverAndReconcile } from './claim-and-publish.ts';
import { releaseEnded } from './hold-account.ts';
import { moveMisfired } from './move-misfired.ts';
import { selectPause } from './pauses.store.ts';
import type { PublishingDeps } from './publishing.deps.ts';
import { movedBefore } from './publishing.rules.ts';
import { nextWake } from './publishing.store.ts';
import type { Settlement } from './publishing.types.ts';
import { createSettler, settleBatch } from './settler.ts';

/*
 * The engine sleeps until the next post is due, the next lease ends or the next hold ends, whichever is first; a
 * notification of an earlier post wakes it sooner. It never polls. A turn claims what is due, in batches, while fewer
 * than `concurrency` calls are under way. Every claim is a row in the ledger before the call begins, so that killing
 * this process at any line leaves an open attempt: when its lease ends, any worker asks the timeline what became of it.
 */

export type Engine = {
  start(): void;
  /** Stops claiming, waits for what is under way to be settled. */
  stop(): Promise<void>;
  /** One turn, here and now, to its end. Returns how many attempts it settled. For tests that own the clock. */
  runOnce(): Promise<number>;
};

export type EngineOptions = {
  /** Calls to X under way at a time. */
  concurrency: number;
  /** Called when a turn has made no progress for so many seconds: only a restart of this process helps. */
  onStuck(): void;
  stuckAfterSeconds?: number;
};

const STUCK_AFTER_SECONDS = 30;
const BATCH = 100;
/** Claims under way at a time: while one waits for the database, another's posts are sent. */
const LANES = 2;
/** The longest sleep, and so the longest delay after a lost notification. */
const LONGEST_SLEEP_MS = 30_000;
/** Frequent turns look for ended holds and leases only once in this time. */
const LOOK_AFTER_MS = 100;
/** The pause if a post is due but not claimable, because another worker has an open attempt. */
const BUSY_SLEEP_MS = 500;

export function createEngine(deps: PublishingDeps, options: EngineOptions): Engine {
  // The process number tells an operator, or a test that killed it, whose attempts these were.
  const workerId = `${process.pid}-${randomUUID()}`;
  const settler = createSettler(deps);
  // A claim waits until there is room for a whole batch: many small claims cost more than they save.
  const batch = Math.min(BATCH, Math.ceil(options.concurrency / 4));
  const underWay = new Set<Promise<void>>();
  let running = false;
  let turning: Promise<void> | undefined;
  let again = false;
  let timer: NodeJS.Timeout | undefined;
  const lanes = new Set<Promise<void>>();
  let broken: unknown;
  let claiming = 0;
  let failures = 0;
  let lookedAfter = Number.NEGATIVE_INFINITY;
  const unsubscribe: (() => void)[] = [];
  const watchdog = createWatchdog(options.stuckAfterSeconds ?? STUCK_AFTER_SECONDS, options.onStuck);

  /** Waits until a piece of work is settled; then its account is free, so another turn may find more. */
  function follow(work: Promise<Settlement | undefined>): void {
    const settled = work
      .then((settlement) => settlement && settler.add(settlement))
      .catch((error: unknown) => deps.log.error({ err: error }, 'an attempt broke off; its lease will end'))
      .finally(() => {
        underWay.delete(settled);
        wake();
      });
    underWay.add(settled);
  }

  /** Holds and leases that have ended. While posts go out by the hundred, a turn need not look each time. */
  async function lookAfterEnded(): Promise<void> {
    if (performance.now() - lookedAfter < LOOK_AFTER_MS) return;
    lookedAfter = performance.now();
    await releaseEnded(deps);
    for (const work of await takeOverAndReconcile(deps, workerId, BATCH)) follow(work);
    for (const work of await probe(deps, workerId)) follow(work);
  }

  /** Starts lanes while there is room for another batch; a lane claims until nothing is due or the room is used up. */
  function openLanes(): void {
    while (running && lanes.size < LANES && hasRoom()) {
      const lane = claimOn()
        .catch((error: unknown) => {
          broken = error;
        })
        .finally(() => lanes.delete(lane));
      lanes.add(lane);
    }
  }

  function hasRoom(): boolean {
    return options.concurrency - underWay.size - claiming >= batch;
  }

  async function claimOn(): Promise<void> {
    while (running && hasRoom()) {
      claiming += batch;
      const started = await claimAndPublish(deps, workerId, batch).finally(() => {
        claiming -= batch;
        watchdog.beat();
      });
      if (started.length === 0) return;
      for (const work of started) follow(work);
      openLanes();
    }
  }

  async function turn(): Promise<void> {
    await lookAfterEnded();
    watchdog.beat();
    broken = undefined;
    openLanes();
    while (lanes.size > 0) await Promise.all(lanes);
    if (broken) throw broken;
  }

  /** Runs turns one after another, never two at a time; a wake during a turn asks for one more. */
  function wake(): void {
    if (!running) return;
    again = true;
    turning ??= (async () => {
      watchdog.begin();
      while (running && again) {
        again = false;
        clearTimeout(timer);
        try {
          await turn();
          failures = 0;
        } catch (error) {
          failures += 1;
          deps.log.error({ err: error }, 'a turn of the engine failed; it goes on');
        }
        watchdog.beat();
      }
      await sleep().catch(() => sleepFor(1_000));
      watchdog.rest();
      turning = undefined;
      if (again) wake();
    })();
  }

  async function sleep(): Promise<void> {
    if (failures > 0) return sleepFor(Math.min(5_000, 200 * 2 ** failures));
    const { at, firstDueAt } = await nextWake(deps.db);
    const now = deps.clock.now();
    const pause = await selectPause(deps.db, now);
    const isMisfired = firstDueAt !== null && firstDueAt <= movedBefore(now, pause.endedAt);
    if (isMisfired && (await moveMisfired(deps, () => watchdog.beat())) > 0) {
      again = true;
      return;
    }
    // Due posts wait for the end of the pause; leases and holds may end before it, and the longest sleep sees to them.
    const next = pause.isPaused ? pause.until : at;
    const wait = next ? next.getTime() - now.getTime() : LONGEST_SLEEP_MS;
    // A post is due but was not claimed. If it waits for our own work, that wakes us; else look again soon.
    sleepFor(wait <= 0 ? BUSY_SLEEP_MS : wait);
  }

  function sleepFor(milliseconds: number): void {
    clearTimeout(timer);
    if (running) timer = setTimeout(wake, Math.min(LONGEST_SLEEP_MS, Math.max(1, milliseconds)));
  }

  return {
    start() {
      running = true;
      unsubscribe.push(
        deps.events.on('posts_due', ({ at }) => {
          if (at <= deps.clock.now().getTime() + LONGEST_SLEEP_MS) wake();
        }),
        deps.events.onReconnect(wake),
      );
      wake();
    },
    async stop() {
      running = false;
      clearTimeout(timer);
      for (const off of unsubscribe.splice(0)) off();
      await turning;
      watchdog.stop();
      while (underWay.size > 0) await Promise.all(underWay);
    },
    async runOnce() {
      await releaseEnded(deps);
      await moveMisfired(deps);
      const work = [
        ...(await takeOverAndReconcile(deps, workerId, BATCH)),
        ...(await probe(deps, workerId)),
        ...(await claimAndPublish(deps, workerId, BATCH)),
      ];
      const settlements = (await Promise.all(work)).filter((each) => each !== undefined);
      return settlements.length > 0 ? (await settleBatch(deps, settlements)).length : 0;
    },
  };
}
