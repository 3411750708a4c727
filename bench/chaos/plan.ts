import { type PlannedFault, planFaults } from './faults.ts';
import { type ChaosOptions, isSmall } from './options.ts';
import { type Plan, type PlannedPost, type Trouble, WORKERS } from './plan-types.ts';
import { type Random, seededRandom } from './random.ts';
import { textOf } from './truth.ts';

const ACTS_PER_POST = 0.08;

const PAUSED_SHARE = 0.04;

type Stage = { posts: readonly PlannedPost[]; accounts: readonly number[]; kept: ReadonlySet<number> };

/*
 * A run as data: who posts what and when, and what is broken when, in milliseconds from the earliest time of
 * a post. It depends only on the options, so the same seed gives the same plan.
 */

/** The accounts of a run: one with the backlog, those reserved for scenes, and those that post as planned. */
type Cast = { backlog: number; reserve: number[]; ordinary: number[] };

const MINUTE = 60_000;

/** Share of ordinary accounts whose token expires while their posts are published. */
const EXPIRING = 0.4;

const BACKLOG_SHARE = 0.1;

const MOST_RESERVED = 80;

const RESERVED_AHEAD_MS = 120 * MINUTE;

export function planRun(options: ChaosOptions): Plan {
  const random = seededRandom(options.seed);
  const cast = castOf(options);
  const accounts = Array.from({ length: options.accounts }, (_, index) => ({
    username: `chaos_${index}`,
    tokenSeconds:
      !options.only && cast.ordinary.includes(index) && random.chance(EXPIRING)
        ? random.between(60, 75 + options.minutes * 60)
        : 7_200,
  }));
  const posts = planPosts(options, random, cast);
  const ordinary = cast.ordinary.map((index) => accounts[index]?.username ?? '');
  const planned = [
    ...planBreakage(options, random, ordinary),
    ...planActs(options, random, { posts, accounts: cast.ordinary, kept: new Set(cast.reserve) }),
  ];
  const troubles = planned.filter(({ kind }) => options.only?.includes(kind) ?? true);
  const reserve = posts.filter((post) => cast.reserve.includes(post.account)).map((post) => post.number);
  return { accounts, posts, reserve, troubles };
}

function castOf({ accounts, posts, only }: ChaosOptions): Cast {
  const reserved = only ? 0 : Math.min(MOST_RESERVED, Math.floor(accounts / 2), Math.floor(posts / 3));
  const all = Array.from({ length: accounts }, (_, index) => index);
  const hasBacklog = accounts - reserved > 1;
  return {
    backlog: 0,
    reserve: all.slice(1, 1 + reserved),
    ordinary: [...(hasBacklog ? [] : [0]), ...all.slice(1 + reserved)],
  };
}

/**
 * A tenth of all posts is one account's backlog: due long before, but within the hour in which late posts are
 * still published, a minute apart. The others are due at random times in the run.
 */
function planPosts(options: ChaosOptions, random: Random, cast: Cast): PlannedPost[] {
  const length = options.minutes * MINUTE;
  const backlog = cast.ordinary.includes(0) ? 0 : Math.floor(options.posts * BACKLOG_SHARE);
  const oldest = -Math.max(15, 55 - 2 * options.minutes) * MINUTE;
  return Array.from({ length: options.posts }, (_, number) => {
    const text = textOf(number, 0, random);
    if (number < backlog)
      return { number, account: cast.backlog, atMs: Math.floor(random.between(oldest, -10 * MINUTE)), text };
    const kept = cast.reserve[number - backlog];
    if (kept !== undefined) return { number, account: kept, atMs: RESERVED_AHEAD_MS, text };
    const account = cast.ordinary[number % cast.ordinary.length] ?? 0;
    return { number, account, atMs: Math.floor(random.next() * length), text };
  });
}

const FAULTS_PER_POST = 0.04;

/** How long kills continue after the last post was due, while outcomes are reconciled. */
const AFTER_MS = 20_000;

const FROZEN_MS = { least: 10_000, most: 25_000, mostOfSmall: 13_000 };

/** What breaks workers, the database and X. */
function planBreakage(options: ChaosOptions, random: Random, usernames: readonly string[]): Trouble[] {
  const length = options.minutes * MINUTE;
  const sometime = () => random.next() * length;
  // A 402 holds everyone's posts, so nothing else would be tested after it: it comes towards the end.
  const timeOf = (fault: PlannedFault) => {
    if (fault.kind === 'payment_required') return length * random.between(0.8, 0.9);
    return fault.username ? sometime() : sometime() / 2;
  };
  const some = (share: number) => random.shuffled(usernames).slice(0, Math.ceil(usernames.length * share));
  const longest = isSmall(options) ? FROZEN_MS.mostOfSmall : FROZEN_MS.most;
  const many = (count: number, trouble: (index: number) => Trouble) =>
    Array.from({ length: Math.ceil(count) }, (_, index) => trouble(index));
  const { kills } = options;
  // Spread over time and workers: if all were frozen at once, nothing would be tested.
  const freezes = Math.ceil(Math.max(1, kills / (isSmall(options) ? 8 : 16)));
  return [
    ...many(kills, () => ({
      kind: 'kill',
      atMs: random.next() * (length + Math.min(AFTER_MS, length)),
      slot: random.below(WORKERS),
      atWorkMs: random.between(0, 2_000),
    })),
    ...many(freezes, (index) => ({
      kind: 'freeze',
      atMs: ((index + random.next()) * length) / freezes,
      slot: index % WORKERS,
      forMs: random.between(FROZEN_MS.least, longest),
      amidRenewals: index % 2 === 0,
    })),
    ...many(Math.max(1, kills / 8), () => ({
      kind: 'silence',
      atMs: sometime(),
      slot: random.below(WORKERS),
    })),
    ...planFaults(random, Math.ceil(options.posts * FAULTS_PER_POST), usernames, length / 3).map(
      (fault): Trouble => ({ kind: 'fault', atMs: timeOf(fault), fault }),
    ),
    restart(random, length, 'fast', 0.35),
    restart(random, length, 'immediate', 0.7),
    ...some(0.1).map((name): Trouble => ({ kind: 'expire', atMs: sometime(), usernames: [name] })),
    { kind: 'expire', atMs: length * random.between(0.2, 0.6), usernames: some(0.3) },
    ...some(0.01).map((username): Trouble => ({ kind: 'revoke', atMs: sometime(), username })),
  ];
}

function restart(random: Random, length: number, how: 'fast' | 'immediate', share: number): Trouble {
  return { kind: 'restart', atMs: length * (share + random.between(-0.1, 0.1)), how };
}

/** What customers do meanwhile, mostly to posts about to be published, because that is where races are. */
function planActs(options: ChaosOptions, random: Random, stage: Stage): Trouble[] {
  const length = options.minutes * 60_000;
  const sometime = () => random.next() * length;
  const free = stage.posts.filter((post) => !stage.kept.has(post.account));
  const edits = Array.from({ length: Math.ceil(options.posts * ACTS_PER_POST) }, () => {
    const post = random.pick(free);
    const justBefore = post.atMs + random.between(-1_500, 500);
    return planEdit(random, post.number, post.atMs >= 0 && random.chance(0.7) ? justBefore : sometime());
  });
  const pausing = random
    .shuffled(stage.accounts)
    .slice(0, Math.ceil(stage.accounts.length * PAUSED_SHARE))
    .map(
      (account): Trouble => ({
        kind: 'pause',
        atMs: sometime(),
        account,
        what: random.chance(0.5) ? 'account' : 'all',
        forMs: random.between(500, 8_000),
        stays: random.chance(0.2),
      }),
    );
  const retries = Array.from(
    { length: Math.ceil(options.posts / 500) },
    (): Trouble => ({ kind: 'retry', atMs: sometime() }),
  );
  return [...edits, ...pausing, ...retries];
}

function planEdit(random: Random, post: number, atMs: number): Trouble {
  const act = random.next();
  const seconds = random.between(3, 30) * 1000;
  const days = random.between(1, 4) * 86_400_000;
  if (act < 0.55) return { kind: 'edit', atMs, post };
  if (act < 0.75) return { kind: 'remove', atMs, post };
  return { kind: 'move', atMs, post, aheadMs: act < 0.9 ? seconds : days };
}
