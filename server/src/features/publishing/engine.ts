import { createWatchdog } from '../../platform/watchdog.ts';
import { claimAndPublish, lookForUnknown, probe, type Renewing, type Work } from './claim-and-publish.ts';
import { releaseEnded } from './hold-account.ts';
import { moveMisfired } from './move-misfired.ts';
import { selectPause } from './pauses.store.ts';
import type { EngineDeps, PublishingDeps } from './publishing.deps.ts';
import { movedBefore } from './publishing.rules.ts';
import { findLost, nextWake } from './publishing.store.ts';
import { createRenewalReleaser } from './release-renewals.ts';
import { createSettler } from './settler.ts';
import { createWorkerSession } from './worker-session.ts';
import { takeOverLanes } from './workers.store.ts';

/*
 * The engine sleeps until the next lane is ready, the next look at a timeline is due or the next hold ends, whichever is
 * first; a notification of an earlier post wakes it sooner. A turn claims what is due, in batches, while fewer than
 * `concurrency` calls are under way. That a post is in hand is committed before its call begins: killing this process at
 * any line leaves an open lane, which another worker takes over within a second, and whose timeline it asks.
 */

export type Engine = {
  start(): void;
  /** Stops claiming, waits for what is under way to be settled. */
  stop(): Promise<void>;
  /** Resolves when nothing is under way and nothing is due: until then the engine is at work, or about to be. */
  atRest(): Promise<void>;
};

export type EngineOptions = {
  /** Calls to X under way at a time. */
  concurrency: number;
  /** Called when a turn has made no progress for so many seconds: only a restart of this process helps. */
  onStuck(): void;
  stuckAfterSeconds?: number;
  /** Where the connection goes that says that this worker lives. */
  databaseUrl: string;
};

const STUCK_AFTER_SECONDS = 30;
const BATCH = 100;
/** Posts that may wait for a token to be renewed, at a time: they keep nobody waiting, but need memory. */
const MOST_RENEWING = 20_000;
/** Claims under way at a time: while one waits for the database, another's posts are sent. */
const CLAIMS = 2;
/** The longest sleep, and so the longest delay after a lost notification. */
const LONGEST_SLEEP_MS = 30_000;
/** Frequent turns look for ended holds and timelines to read only once in this time. */
const LOOK_AFTER_MS = 100;
/** The pause if a post is due but was not claimed, because another worker is about to. */
const BUSY_SLEEP_MS = 500;

export function createEngine(
  given: Omit<PublishingDeps, 'clock'> & Pick<EngineDeps, 'clock'>,
  options: EngineOptions,
): Engine {
  const session = createWorkerSession(options.databaseUrl, given, (number) => void takeOver(number));
  const deps: EngineDeps = { ...given, session };
  const settler = createSettler(deps);
  const renewals = createRenewalReleaser(deps);
  // A claim waits until there is room for a whole batch: many small claims cost more than they save.
  const batch = Math.min(BATCH, Math.ceil(options.concurrency / 4));
  const underWay = new Set<Promise<void>>();
  /** Accounts whose posts wait for a token. They take no place of those that call. */
  const renewing: Renewing = new Set();
  /** Accounts of whose lanes this process knows what it is doing with them. */
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

  /** Waits until a piece of work is settled; then its lane is free, so another turn may find more. */
  function follow({ accountId, settlement }: Work): void {
    inHand.add(accountId);
    const settled = settlement
      .then((each) => each && settler.add(each))
      .catch((error: unknown) =>
        deps.log.error({ err: error }, 'an attempt broke off; its timeline will tell'),
      )
      .finally(() => {
        underWay.delete(settled);
        inHand.delete(accountId);
        wake();
      });
    underWay.add(settled);
  }

  /**
   * What dead workers had in hand is this worker's from now on, and so is what it lost track of itself. Their timelines
   * are read in the next turn.
   */
  function takeOver(number: number): Promise<void> {
    // Who asks meanwhile waits for the same answer.
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
      deps.log.warn({ taken, lost }, 'took over what dead workers had in hand, or what was lost track of');
      lookedAfter = Number.NEGATIVE_INFINITY;
      wake();
    } catch (error) {
      deps.log.warn({ err: String(error) }, 'nothing could be taken over just now');
    }
  }

  /** Holds that have ended, and timelines to read. While posts go out by the hundred, a turn need not look each time. */
  async function lookAfterEnded(): Promise<void> {
    if (deps.clock.monotonic() - lookedAfter < LOOK_AFTER_MS) return;
    lookedAfter = deps.clock.monotonic();
    await releaseEnded(deps);
    for (const work of await lookForUnknown(deps, BATCH)) follow(work);
    for (const work of await probe(deps)) follow(work);
  }

  /** Starts claimers while there is room for another batch; one claims until nothing is due or the room is used up. */
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

  /** Runs turns one after another, never two at a time; a wake during a turn asks for one more. */
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
          deps.log.error({ err: error }, 'a turn of the engine failed; it goes on');
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
    // Due posts wait for the end of the pause; looks and holds may end before it, and the longest sleep sees to them.
    const paused = pause.until ? pause.until.getTime() - now.getTime() : LONGEST_SLEEP_MS;
    const wait = pause.isPaused ? paused : (inMs ?? LONGEST_SLEEP_MS);
    // A post is due but was not claimed. If it waits for our own work, that wakes us; else look again soon.
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
