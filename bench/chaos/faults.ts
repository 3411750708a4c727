import type { Random } from './random.ts';

export type PlannedFault = {
  kind: string;
  endpoint: 'tweets' | 'timeline' | 'token';
  username?: string;
  delayMs?: number;
  count: number;
};

const CREATES = [
  'rate_limit',
  'server_error',
  'server_error_but_posted',
  'timeout',
  'timeout_but_posted',
  'connection_reset',
  'connection_reset_but_posted',
  'duplicate',
  'unauthorized',
  'revoked',
  'payment_required',
] as const;
const READS = ['rate_limit', 'server_error', 'timeout', 'connection_reset', 'unauthorized'] as const;
const RENEWALS = ['rate_limit', 'server_error', 'timeout', 'connection_reset'] as const;

/**
 * The relative frequency of a kind; the default is 4. Kinds that end a post or an account for good are rarer;
 * the one that holds everyone for a minute comes only once.
 */
const WEIGHTS: Record<string, number> = { duplicate: 1, revoked: 1, payment_required: 0, unauthorized: 3 };

/** Faults that may last longer only suit long runs: a small run must not wait for our own pauses. */
const SMALL_RUN_MS = 10_000;

/**
 * The faults of a run: each kind of each endpoint once for whoever calls next, the others at random, some for
 * a single person who may never meet them. A small run has no 402: its pause of a minute holds everyone, so
 * nothing else would be tested.
 */
export function planFaults(
  random: Random,
  count: number,
  usernames: readonly string[],
  longestMs: number,
): PlannedFault[] {
  const kinds = CREATES.filter((kind) => kind !== 'payment_required' || longestMs > SMALL_RUN_MS);
  const weighted = kinds.flatMap((kind) => Array.from({ length: WEIGHTS[kind] ?? 4 }, () => kind));
  const sure = [
    ...kinds.map((kind) => ({ endpoint: 'tweets', kind }) as const),
    ...READS.map((kind) => ({ endpoint: 'timeline', kind }) as const),
    ...RENEWALS.map((kind) => ({ endpoint: 'token', kind }) as const),
    // X rotates the token but the answer is lost, so the account is lost too. Only once, because it costs an
    // account.
    { endpoint: 'token', kind: 'connection_reset_but_posted' } as const,
  ];
  const more = Array.from({ length: Math.max(0, count - sure.length) }, (_, index) => {
    if (index % 8 === 0) return { endpoint: 'timeline', kind: random.pick(READS) } as const;
    if (index % 8 === 4) return { endpoint: 'token', kind: random.pick(RENEWALS) } as const;
    return { endpoint: 'tweets', kind: random.pick(weighted) } as const;
  });
  const named = more.map((fault) =>
    random.chance(0.3) ? { ...fault, username: random.pick(usernames) } : fault,
  );
  return random.shuffled<Omit<PlannedFault, 'count'>>([...sure, ...named]).map((fault) => ({
    ...fault,
    count: 1,
    ...delayOf(fault.kind, random, longestMs),
  }));
}

function delayOf(kind: string, random: Random, longestMs: number): { delayMs?: number } {
  const upTo = (most: number) => ({ delayMs: Math.round(random.between(500, Math.min(most, longestMs))) });
  if (kind === 'rate_limit') return upTo(8_000);
  // Without a delay the socket stays open until our own deadline ends the call.
  if (kind.startsWith('timeout')) return random.chance(0.5) && longestMs > SMALL_RUN_MS ? {} : upTo(5_000);
  return random.chance(0.5) ? { delayMs: Math.round(random.between(1, 400)) } : {};
}
