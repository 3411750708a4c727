import { atMost, type Verdict as Target } from '../support/report.ts';
import type { PlayedFault } from '../support/sandbox.ts';
import type { Fleet } from './fleet.ts';
import { type Lag, percentile, type Recovery } from './measures.ts';
import type { ChaosOptions } from './options.ts';
import type { People } from './people.ts';
import type { Records, Unrest } from './records.ts';
import type { Verdict } from './verdict.ts';

/** The result of a run, as it is printed. */
export type ChaosResult = ReturnType<typeof resultOf>;

/** Seconds within which open attempts must be settled, by cause. */
const RECOVERY_TARGETS: Record<keyof Recovery, [seconds: number, what: string]> = {
  // A claim on a renewal lasts 90 s, and only then is the post looked for.
  renewing: [105, 'lost amid a renewal of its token, to settlement, p99 in seconds'],
  death: [15, 'from a death to settlement, p99 in seconds'],
  frozen: [18, 'from a stop to settlement of what a frozen worker had in hand, p99 in seconds'],
  unknown: [25, 'what X left unknown, from the end of the call to settlement, p99 in seconds'],
};

const MOST_DESCRIBED = 5;

export type Findings = {
  options: ChaosOptions;
  verdict: Verdict;
  fleet: Fleet;
  recovery: Recovery;
  late: { all: number[]; undisturbed: number[] };
  records: Records;
  played: readonly PlayedFault[];
  people: People;
  restarts: number;
  unrest: Omit<Unrest, 'at'>;
  seconds: number;
};

export function resultOf(found: Findings) {
  const { options, verdict, fleet, recovery, late } = found;
  const { violations: _, ...counts } = verdict;
  const lost = [...found.records.accounts.values()].filter((account) => account.needs_reconnect);
  return {
    posts: options.posts,
    ...counts,
    kills: fleet.kills.length,
    crash_point_kills: fleet.kills.filter((kill) => kill.cause !== 'random').length,
    crash_points_missed: fleet.missed(),
    frozen_workers: fleet.counts.frozen,
    silenced_connections: fleet.counts.silenced,
    database_restarts: found.restarts,
    faults: countBy(found.played.map((fault) => `${fault.endpoint} ${fault.kind}`)),
    recovery: {
      death: figuresOf(recovery.death),
      frozen: figuresOf(recovery.frozen),
      unknown: figuresOf(recovery.unknown),
      renewing: figuresOf(recovery.renewing),
    },
    lateness_p50_ms: percentile(late.all, 0.5),
    lateness_p99_ms: percentile(late.all, 0.99),
    undisturbed_posts: late.undisturbed.length,
    undisturbed_lateness_p50_ms: percentile(late.undisturbed, 0.5),
    undisturbed_lateness_p99_ms: percentile(late.undisturbed, 0.99),
    accounts_lost: lost.length,
    api_answers: found.people.counts,
    pauses: found.people.pauses.length,
    unrest: found.unrest,
    seed: options.seed,
    seconds: found.seconds,
    targets: targetsOf(recovery),
  };
}

/** Which recovery targets are reached; causes that did not occur have none. */
function targetsOf(recovery: Recovery): Target[] {
  return (Object.keys(RECOVERY_TARGETS) as (keyof Recovery)[]).flatMap((cause) => {
    const [seconds, what] = RECOVERY_TARGETS[cause];
    const value = percentile(recovery[cause], 0.99);
    return value === null ? [] : [atMost(what, value, seconds)];
  });
}

/** The slowest lags of each cause that misses its target. */
export function slowestMissed(lags: readonly Lag[]): Lag[] {
  return (Object.keys(RECOVERY_TARGETS) as (keyof Recovery)[]).flatMap((cause) => {
    const own = lags.filter((lag) => lag.cause === cause).sort((a, b) => b.seconds - a.seconds);
    const value = percentile(
      own.map(({ seconds }) => seconds),
      0.99,
    );
    return value !== null && value > RECOVERY_TARGETS[cause][0] ? own.slice(0, MOST_DESCRIBED) : [];
  });
}

function figuresOf(seconds: readonly number[]) {
  return { count: seconds.length, p50_s: percentile(seconds, 0.5), p99_s: percentile(seconds, 0.99) };
}

function countBy(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of [...names].sort()) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
