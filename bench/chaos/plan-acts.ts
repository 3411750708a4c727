import type { ChaosOptions } from './options.ts';
import type { PlannedPost, Trouble } from './plan-types.ts';
import type { Random } from './random.ts';

const ACTS_PER_POST = 0.08;
const PAUSED_SHARE = 0.04;

type Stage = { posts: readonly PlannedPost[]; accounts: readonly number[]; kept: ReadonlySet<number> };

/** What customers do meanwhile, mostly to posts about to be published, because that is where races are. */
export function planActs(options: ChaosOptions, random: Random, stage: Stage): Trouble[] {
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
