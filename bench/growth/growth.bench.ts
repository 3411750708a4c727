import { claimDue, settle } from '../../server/src/features/publishing/publishing.store.ts';
import { inTransaction, openDatabase } from '../../server/src/platform/database.ts';
import { createLogger } from '../../server/src/platform/logger.ts';
import { readNumbers } from '../support/options.ts';
import { fillAccounts } from '../support/people.ts';
import { type BenchDatabase, startDatabase } from '../support/postgres.ts';
import { atMost, type Report, rounded } from '../support/report.ts';
import { median } from '../support/statistics.ts';
import { fillBacklog, fillDue } from './fill.ts';

type Options = Record<'few' | 'posts' | 'held' | 'accounts' | 'claims' | 'rounds', number>;

const BATCH = 100;
/** A quarter of a small machine's memory, as one would give a database of ten million rows. */
const SHARED_BUFFERS = '2GB';

/**
 * What a claim costs with few other posts and with very many: two databases, measured in turns. Both have the
 * same number of due posts; all others lie ahead, and a tenth as many are held although their time has come.
 */
export async function growth(args: string[], tell: (line: string) => void): Promise<Report> {
  const options: Options = readNumbers(args, {
    few: 10_000,
    posts: 10_000_000,
    held: 1_000_000,
    accounts: 10_000,
    claims: 40,
    rounds: 5,
  });
  const small = await startDatabase(SHARED_BUFFERS);
  const large = await startDatabase(SHARED_BUFFERS);
  try {
    await fill(small, { ...options, posts: options.few, held: 0 });
    tell(`filled: ${options.few} posts`);
    await fill(large, options);
    tell(`filled: ${options.posts} posts, ${options.held} held`);
    const times = { small: [] as number[], large: [] as number[] };
    for (let round = 0; round <= options.rounds; round += 1) {
      const inSmall = await claimsOf(small, options.claims);
      const inLarge = await claimsOf(large, options.claims);
      // The first round compiles, plans and fills the caches.
      if (round === 0) continue;
      times.small.push(...inSmall);
      times.large.push(...inLarge);
      tell(`round ${round}: ${rounded(median(inSmall))} ms and ${rounded(median(inLarge))} ms a claim`);
    }
    return reportOf(options, times);
  } finally {
    await small.stop();
    await large.stop();
  }
}

async function fill(database: BenchDatabase, sizes: Options): Promise<void> {
  await fillAccounts(database, sizes.accounts);
  await fillBacklog(database, { ahead: sizes.posts, held: sizes.held });
}

/** Milliseconds of each of so many claims of a hundred posts that are due, each settled afterwards. */
async function claimsOf(database: BenchDatabase, claims: number): Promise<number[]> {
  await fillDue(database, claims * BATCH);
  const { db, close } = openDatabase(database.url, createLogger('silent', 'bench'), 1);
  const times: number[] = [];
  for (let turn = 0; turn < claims; turn += 1) {
    const now = new Date();
    const started = performance.now();
    const claimed = await claimDue(db, {
      workerId: 'growth',
      now,
      notBefore: new Date(now.getTime() - 3_600_000),
      leaseUntil: new Date(now.getTime() + 20_000),
      limit: BATCH,
    });
    times.push(performance.now() - started);
    if (claimed.length !== BATCH) throw new Error(`A claim took ${claimed.length} posts instead of ${BATCH}`);
    await inTransaction(db, (tx) =>
      settle(
        tx,
        claimed.map(({ attemptId, postId, userId, accountId }) => ({
          ...{ attemptId, postId, userId, accountId, calledAt: now },
          ...{ outcome: 'posted' as const, tweetId: `17${postId}` },
        })),
        now,
      ),
    );
  }
  await close();
  return times;
}

function reportOf(options: Options, times: { small: number[]; large: number[] }): Report {
  const row = (name: string, all: number[]) => [
    name,
    rounded(median(all)),
    rounded(Math.min(...all)),
    rounded(Math.max(...all)),
  ];
  return {
    name: 'growth',
    setting: {
      claims: options.claims * options.rounds,
      batch: BATCH,
      accounts: options.accounts,
      shared_buffers: SHARED_BUFFERS,
    },
    columns: ['scheduled', 'ms a claim', 'least', 'most'],
    rows: [row(`${options.few}`, times.small), row(`${options.posts}, ${options.held} held`, times.large)],
    verdicts: [atMost('times the cost behind few posts', median(times.large) / median(times.small), 1.2)],
  };
}
