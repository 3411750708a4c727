import type { Logger } from './logger.ts';

/** Watches work that must get on: between `begin` and `rest` a sign of life is due every so often. */
export type Watchdog = {
  /** Work begins; from now on silence counts. */
  begin(): void;
  /** A step is done. */
  beat(): void;
  /** The work is over until the next `begin`: silence is fine. */
  rest(): void;
  stop(): void;
};

const TICK_MS = 1_000;

/**
 * Calls `onStuck` once when work has shown no progress for so many seconds. Seconds are counted in ticks of this
 * process, so that one which was frozen, or a machine that slept, has its time over again.
 */
export function createWatchdog(seconds: number, onStuck: () => void): Watchdog {
  let silentTicks = 0;
  let isWorking = false;
  const timer = setInterval(() => {
    if (!isWorking) return;
    silentTicks += 1;
    if (silentTicks < seconds) return;
    clearInterval(timer);
    onStuck();
  }, TICK_MS).unref();
  return {
    begin() {
      isWorking = true;
      silentTicks = 0;
    },
    beat() {
      silentTicks = 0;
    },
    rest() {
      isWorking = false;
    },
    stop: () => clearInterval(timer),
  };
}

/** Ends this process so that its keeper starts another, and says why; its work is taken over meanwhile. */
export function endStuckProcess(log: Pick<Logger, 'fatal'>, what: string): void {
  log.fatal(`${what} is stuck: no step was done in time. This process ends so that another may take over.`);
  process.exit(1);
}
