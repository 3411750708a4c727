import { type CrashPoint, crashPoints } from '../../server/src/platform/crash-points.ts';
import type { Random } from './random.ts';

/** Decides which crash point each new worker is armed with. */
export type Arming = {
  /** A point for a worker that starts beside others armed with these. */
  next(others: readonly (CrashPoint | undefined)[]): CrashPoint | undefined;
  hit(point: CrashPoint): void;
  isOpen(point: CrashPoint | undefined): boolean;
  /** Points that no worker has died at yet. */
  missed(): CrashPoint[];
  /** From now on workers start without one. */
  end(): void;
};

/** Points that a post comes to only long after it was sent: a worker waits at them when the quick ones are done. */
const LATE = new Set<CrashPoint>(['taken_over', 'timeline_read', 'retry_planned', 'retry_waiting']);
/** Chance that a worker is armed with a point that has been hit already, once all have been; in a small run none is. */
const ARM_AGAIN = 0.2;

/** Each worker gets a point at which none has died yet, and of these the one that the fewest others wait for. */
export function createArming(random: Random, isSmall: boolean): Arming {
  const open = new Set<CrashPoint>([...crashPoints.filter((point) => !LATE.has(point)), ...LATE]);
  let hasEnded = false;
  return {
    next(others) {
      if (hasEnded) return undefined;
      const waiting = (point: CrashPoint) => others.filter((other) => other === point).length;
      const [rarest] = [...open].sort((a, b) => waiting(a) - waiting(b));
      if (rarest) return rarest;
      // A token lost while it rotates costs its account, so once is enough.
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
