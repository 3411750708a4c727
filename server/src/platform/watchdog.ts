import type { Logger } from './logger.ts';

/** Watches work that must make progress: between `begin` and `rest`, `beat` is expected regularly. */
export type Watchdog = {
  /** Starts the watch. */
  begin(): void;
  /** Reports progress. */
  beat(): void;
  /** Stops the watch until the next `begin`. */
  rest(): void;
  stop(): void;
};

const TICK_MS = 1_000;

/**
 * Calls `onStuck` once if there was no progress for `seconds`. Time is counted in ticks of this process, so
 * that it starts over after the process was frozen or the machine slept.
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

/**
 * Logs the reason and ends this process, so that its supervisor starts another; other workers take over
 * meanwhile.
 */
export function endStuckProcess(log: Pick<Logger, 'fatal'>, what: string): void {
  log.fatal(`${what} is stuck: no progress in time. This process exits so that another takes over.`);
  process.exit(1);
}
