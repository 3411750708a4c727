import { type CrashPoint, crashPoints } from '../../server/src/platform/crash-points.ts';
import type { Random } from './random.ts';

/** Decides which crash point each new worker is armed with. */
export type Arming = {
  /** A crash point for a worker that starts while the others are armed with these. */
  next(others: readonly (CrashPoint | undefined)[]): CrashPoint | undefined;
  hit(point: CrashPoint): void;
  isOpen(point: CrashPoint | undefined): boolean;
  /** Points at which no worker has died yet. */
  missed(): CrashPoint[];
  /** From now on workers start without a crash point. */
  end(): void;
};

/** Points that a post reaches long after it was sent; workers wait at them once the quick ones are done. */
const LATE = new Set<CrashPoint>(['taken_over', 'timeline_read', 'retry_planned', 'retry_waiting']);
/** Chance that a worker is armed with an already hit point, once all were hit; never in a small run. */
const ARM_AGAIN = 0.2;

/** Gives each worker a point at which none has died yet, preferring the one with the fewest waiting. */
export function createArming(random: Random, isSmall: boolean): Arming {
  const open = new Set<CrashPoint>([...crashPoints.filter((point) => !LATE.has(point)), ...LATE]);
  let hasEnded = false;
  return {
    next(others) {
      if (hasEnded) return undefined;
      const waiting = (point: CrashPoint) => others.filter((other) => other === point).length;
      const [rarest] = [...open].sort((a, b) => waiting(a) - waiting(b));
      if (rarest) return rarest;
      // A token lost during rotation costs its account, so once is enough.
      return !isSmall && random.chance(ARM_AGAIN)
        ? random.pick(crashPoints.filter((point) => point !== 'token_rotated'))
        : undefined;
    },
    hit: (point) => void open.delete(point),
    isOpen: (point) => point !== undefined && open.has(point),
    missed: () => [...open],
    end() {
      hasEnded = true;
    },
  };
}
