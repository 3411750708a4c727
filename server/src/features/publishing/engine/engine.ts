import { createWatchdog } from '../../../platform/watchdog.ts';
import { releaseEnded } from '../lanes/hold-account.ts';
import { moveMisfired } from '../lanes/move-overdue.ts';
import type { EngineDeps, PublishingDeps } from '../publishing.deps.ts';
import { movedBefore } from '../publishing.rules.ts';
import { claimAndPublish, lookForUnknown, probe, type Renewing, type Work } from './claim-and-publish.ts';
import { findLost, nextWake } from './publishing.store.ts';
import { createRenewalReleaser } from './renew-tokens.ts';
import { createSettler } from './settler.ts';
import { selectPause } from './stops.store.ts';
import { createWorkerSession } from './worker-session.ts';
import { takeOverLanes } from './workers.store.ts';

/*
 * The engine sleeps until the next lane is ready, the next timeline check is due or the next hold ends; a
 * notification of an earlier post wakes it. Each turn claims due posts in batches, up to `concurrency` calls
 * at a time.
 *
 * A claim is committed before the call to X. If the process dies at any point, the lane stays open; another
 * worker takes it over within a second and reads the timeline to find out whether the post was published.
 */

export type Engine = {
  start(): void;
  /** Stops claiming, and waits until work in progress is settled. */
  stop(): Promise<void>;
  /** Resolves when nothing is in progress and nothing is due. */
  atRest(): Promise<void>;
};

export type EngineOptions = {
  /** The maximum number of concurrent calls to X. */
  concurrency: number;
  /** Called when a turn makes no progress for `stuckAfterSeconds`: only a restart of the process helps. */
  onStuck(): void;
  stuckAfterSeconds?: number;
  /** The database for the connection that proves that this worker is alive. */
  databaseUrl: string;
};

const STUCK_AFTER_SECONDS = 30;
const BATCH = 100;
/** The most posts that may wait for a token renewal at a time. They block nothing, but use memory. */
const MOST_RENEWING = 20_000;
/** Concurrent claims: while one waits for the database, the posts of another are sent. */
const CLAIMS = 2;
/** The longest sleep, and so the longest delay after a lost notification. */
const LONGEST_SLEEP_MS = 30_000;
/** The minimum interval between checks for ended holds and due timelines. */
const LOOK_AFTER_MS = 100;
/** The pause when a post is due but was not claimed, because another worker is about to claim it. */
const BUSY_SLEEP_MS = 500;

export function createEngine(
  given: Omit<PublishingDeps, 'clock'> & Pick<EngineDeps, 'clock'>,
  options: EngineOptions,
): Engine {
  const session = createWorkerSession(options.databaseUrl, given, (number) => void takeOver(number));
  const deps: EngineDeps = { ...given, session };
  const settler = createSettler(deps);
  const renewals = createRenewalReleaser(deps);
  // Claim only when there is room for a whole batch: many small claims cost more than they save.
  const batch = Math.min(BATCH, Math.ceil(options.concurrency / 4));
  const underWay = new Set<Promise<void>>();
  /** Accounts whose posts wait for a token. They don't count against `concurrency`. */
  const renewing: Renewing = new Set();
  /** Accounts whose lanes this process is working on. */
  const inHand = new Set<number>();
  let running = false;
  let turning: Promise<void> | undefined;
  let starting: Promise<void> | undefined;
  let again = false;
  let callOff: () => void = () => undefined;
  const claimers = new Set<Promise<void>>();
  let broken: unknown;
  let claiming = 0;
  let takingOver: Promise<void> | undefined;
  let failures = 0;
  let lookedAfter = Number.NEGATIVE_INFINITY;
  const unsubscribe: (() => void)[] = [];
  const resting: (() => void)[] = [];
  const watchdog = createWatchdog(options.stuckAfterSeconds ?? STUCK_AFTER_SECONDS, options.onStuck);

  /** Waits until the work is settled, then wakes the engine: the free lane may have another post. */
  function follow({ accountId, settlement }: Work): void {
    inHand.add(accountId);
    const settled = settlement
      .then((each) => each && settler.add(each))
      .catch((error: unknown) =>
        deps.log.error({ err: error }, 'publish attempt crashed; will check the timeline on X'),
      )
      .finally(() => {
        underWay.delete(settled);
        inHand.delete(accountId);
        wake();
      });
    underWay.add(settled);
  }

  /**
   * Takes over the open lanes of dead workers, and recovers lanes that this worker lost track of. Their
   * timelines are read in the next turn.
   */
  function takeOver(number: number): Promise<void> {
    // Concurrent callers share one run.
    takingOver ??= takeOverNow(number).finally(() => {
      takingOver = undefined;
    });
    return takingOver;
  }

  async function takeOverNow(number: number): Promise<void> {
    try {
      const now = deps.clock.databaseNow();
      const { taken, killed } = await takeOverLanes(deps.db, number, now);
      renewals.add(killed);
      const lost = await findLost(deps.db, { worker: number, now, inHand: [...inHand] });
      if (taken + lost === 0) return;
      deps.log.warn({ taken, lost }, 'took over lanes of dead workers (taken) or recovered its own (lost)');
      lookedAfter = Number.NEGATIVE_INFINITY;
      wake();
    } catch (error) {
      deps.log.warn({ err: String(error) }, 'could not take over lanes of dead workers');
    }
  }

  /** Releases ended holds and checks due timelines, at most every LOOK_AFTER_MS. */
  async function lookAfterEnded(): Promise<void> {
    if (deps.clock.monotonic() - lookedAfter < LOOK_AFTER_MS) return;
    lookedAfter = deps.clock.monotonic();
    await releaseEnded(deps);
    for (const work of await lookForUnknown(deps, BATCH)) follow(work);
    for (const work of await probe(deps)) follow(work);
  }

  /**
   * Starts claimers while there is room for another batch. A claimer runs until nothing is due or no room is
   * left.
   */
  function openClaimers(): void {
    while (running && claimers.size < CLAIMS && hasRoom()) {
      const claimer = claimOn()
        .catch((error: unknown) => {
          broken = error;
        })
        .finally(() => claimers.delete(claimer));
      claimers.add(claimer);
    }
  }

  function hasRoom(): boolean {
    const calling = underWay.size - renewing.size;
    return renewing.size < MOST_RENEWING && options.concurrency - calling - claiming >= batch;
  }

  async function claimOn(): Promise<void> {
    while (running && hasRoom()) {
      claiming += batch;
      const started = await claimAndPublish(deps, batch, { renewing, onRenewing: wake }).finally(() => {
        claiming -= batch;
        watchdog.beat();
      });
      if (started.length === 0) return;
      for (const work of started) follow(work);
      openClaimers();
    }
  }

  async function turn(): Promise<void> {
    await lookAfterEnded();
    watchdog.beat();
    broken = undefined;
    openClaimers();
    while (claimers.size > 0) await Promise.all(claimers);
    if (broken) throw broken;
  }

  /** Runs turns one at a time. A wake during a turn requests one more. */
  function wake(): void {
    if (!running) return;
    again = true;
    turning ??= (async () => {
      watchdog.begin();
      while (running && again) {
        again = false;
        callOff();
        try {
          await turn();
          failures = 0;
        } catch (error) {
          failures += 1;
          deps.log.error({ err: error }, 'engine turn failed; trying again');
        }
        watchdog.beat();
      }
      await sleep().catch(() => sleepFor(1_000));
      watchdog.rest();
      turning = undefined;
      if (again) wake();
      tellRest();
    })();
  }

  async function sleep(): Promise<void> {
    if (failures > 0) return sleepFor(Math.min(5_000, 200 * 2 ** failures));
    const number = session.number();
    if (number === undefined) return sleepFor(BUSY_SLEEP_MS);
    const { inMs, firstDueAt } = await nextWake(deps.db, number, deps.clock.databaseNow());
    const now = deps.clock.now();
    const pause = await selectPause(deps.db, now);
    const isMisfired = firstDueAt !== null && firstDueAt <= movedBefore(now, pause.endedAt);
    if (isMisfired && (await moveMisfired(deps, () => watchdog.beat())) > 0) {
      again = true;
      return;
    }
    // During a pause, due posts wait for its end. Timeline checks and holds may be due earlier, which
    // LONGEST_SLEEP_MS covers.
    const paused = pause.until ? pause.until.getTime() - now.getTime() : LONGEST_SLEEP_MS;
    const wait = pause.isPaused ? paused : (inMs ?? LONGEST_SLEEP_MS);
    // A post is due but was not claimed. If our own work blocks it, its end wakes us; otherwise check again
    // soon.
    sleepFor(wait <= 0 ? BUSY_SLEEP_MS : wait);
  }

  function sleepFor(milliseconds: number): void {
    callOff();
    if (running) callOff = deps.clock.after(Math.min(LONGEST_SLEEP_MS, Math.max(1, milliseconds)), wake);
  }

  function isAtRest(): boolean {
    return turning === undefined && underWay.size === 0;
  }

  function tellRest(): void {
    if (isAtRest()) for (const rest of resting.splice(0)) rest();
  }

  return {
    start() {
      running = true;
      watchdog.begin();
      lookedAfter = Number.NEGATIVE_INFINITY;
      unsubscribe.push(
        deps.events.on('posts_due', ({ at }) => {
          if (at <= deps.clock.now().getTime() + LONGEST_SLEEP_MS) wake();
        }),
        deps.events.onReconnect(wake),
      );
      starting = session.start().then(async () => {
        const number = session.number();
        if (number !== undefined) await takeOver(number);
        wake();
      });
    },
    async stop() {
      running = false;
      callOff();
      for (const off of unsubscribe.splice(0)) off();
      await starting;
      await turning;
      watchdog.stop();
      renewals.stop();
      while (underWay.size > 0) await Promise.all(underWay);
      await session.stop();
    },
    async atRest() {
      await starting;
      if (!isAtRest()) await new Promise<void>((resolve) => resting.push(resolve));
    },
  };
}
