import { readNumbers } from '../support/options.ts';
import { fillAccounts } from '../support/people.ts';
import { startDatabase } from '../support/postgres.ts';
import { atLeast, type Report, rounded } from '../support/report.ts';
import { median } from '../support/statistics.ts';
import { bullMq } from './bullmq.ts';
import type { Contender } from './contender.ts';
import { graphileWorker } from './graphile-worker.ts';
import { ours } from './ours.ts';
import { pgBoss } from './pg-boss.ts';
import { raw, rawWithLedger } from './raw.ts';
import { findRedis } from './redis.ts';

/** Posts per second of the raw limit, our engine and its peers, measured alternately on one PostgreSQL. */
export async function publishing(args: string[], tell: (line: string) => void): Promise<Report> {
  const options = readNumbers(args, { posts: 20_000, accounts: 5_000, rounds: 3 });
  const redis = bullMq();
  const peers = [pgBoss, graphileWorker, ...(redis ? [redis] : [])];
  const contenders: Contender[] = [raw, rawWithLedger, ours, ...peers];
  const rates = new Map(contenders.map((each) => [each.name, [] as number[]]));
  const database = await startDatabase();
  try {
    await fillAccounts(database, options.accounts);
    // The first round of each is a warm-up: it compiles and fills caches.
    for (let round = 0; round <= options.rounds; round += 1) {
      for (const contender of contenders) {
        const posts = round === 0 ? Math.min(2_000, options.posts) : options.posts;
        const seconds = await contender.run(database, posts);
        if (round > 0) rates.get(contender.name)?.push(posts / seconds);
        tell(
          `${round === 0 ? 'warm-up' : `round ${round}`}: ${contender.name} ${rounded(posts / seconds)} posts/s`,
        );
      }
    }
  } finally {
    await database.stop();
  }
  return reportOf({ contenders, peers, rates }, options);
}

type Measured = {
  contenders: readonly Contender[];
  peers: readonly Contender[];
  rates: ReadonlyMap<string, readonly number[]>;
};

function reportOf(
  { contenders, peers, rates }: Measured,
  options: Record<'posts' | 'accounts' | 'rounds', number>,
): Report {
  const middle = (name: string) => median(rates.get(name) ?? []);
  const best = Math.max(...peers.map((peer) => middle(peer.name)));
  return {
    name: 'publishing',
    setting: { ...options, ...(findRedis() ? {} : { bullmq: 'left out, there is no Redis here' }) },
    columns: ['contender', 'posts/s', 'least', 'most', 'of raw', 'settings'],
    rows: contenders.map(({ name, note }) => {
      const all = rates.get(name) ?? [];
      return [
        name,
        rounded(middle(name)),
        rounded(Math.min(...all)),
        rounded(Math.max(...all)),
        rounded(middle(name) / middle(raw.name)),
        note,
      ];
    }),
    verdicts: [
      atLeast('share of the raw limit', middle(ours.name) / middle(raw.name), 0.8),
      atLeast('times the best peer', middle(ours.name) / best, 1),
    ],
  };
}
