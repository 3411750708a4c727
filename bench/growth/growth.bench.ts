import {
  claimLanes,
  selectClaimed,
  settle,
} from '../../server/src/features/publishing/engine/publishing.store.ts';
import { lockLanes } from '../../server/src/features/publishing/lanes/lock-lanes.ts';
import type { ClaimedLane } from '../../server/src/features/publishing/publishing.types.ts';
import { systemClock } from '../../server/src/platform/clock.ts';
import { type Db, inTransaction, openDatabase } from '../../server/src/platform/database/database.ts';
import { createLogger } from '../../server/src/platform/logger.ts';
import { readNumbers } from '../support/options.ts';
import { type BenchDatabase, startDatabase } from '../support/postgres.ts';
import { atMost, median, type Report, rounded } from '../support/report.ts';
import { fillBacklog, fillDeep, fillDue, fillGroups, fillWaiting, type Groups } from './fill.ts';

type Options = Record<
  'few' | 'posts' | 'held' | 'accounts' | 'deep' | 'waiting' | 'claims' | 'rounds',
  number
>;
type Times = { claim: number[]; settle: number[] };
/** Something of which one database has much and the other little, measured alternately. */
type Stage = { name: string; few: Times; many: Times };

const BATCH = 100;
/** A quarter of a small machine's memory, as is usual for a database of ten million rows. */
const SHARED_BUFFERS = '2GB';
const LIMIT = 1.1;

/**
 * The cost of a claim with few and with very many other posts: two databases with the same accounts and the
 * same number of due posts, measured alternately. In the large one all other posts are in the future, or due
 * but held; then one account has very many due posts in front; then many accounts also have unknown outcomes.
 */
export async function growth(args: string[], tell: (line: string) => void): Promise<Report> {
  const options: Options = readNumbers(args, {
    few: 10_000,
    posts: 10_000_000,
    held: 1_000_000,
    accounts: 10_000,
    deep: 100_000,
    waiting: 5_000,
    claims: 40,
    rounds: 5,
  });
  const groups: Groups = {
    free: options.accounts,
    held: Math.ceil(options.accounts / 10),
    deep: 1,
    waiting: options.waiting,
  };
  const few = await startDatabase(SHARED_BUFFERS);
  const many = await startDatabase(SHARED_BUFFERS);
  try {
    for (const database of [few, many]) await fillGroups(database, groups);
    await fillBacklog(few, groups, { ahead: options.few, held: 0 });
    await fillBacklog(many, groups, { ahead: options.posts, held: options.held });
    tell(`filled: ${options.few} posts, and ${options.posts} with ${options.held} held`);
    const stages: Stage[] = [];
    const take = async (name: string) => {
      stages.push({ name, ...(await inTurns({ few, many }, groups, options)) });
      const last = stages.at(-1);
      tell(
        `${name}: ${rounded(median(last?.few.claim ?? []))} and ${rounded(median(last?.many.claim ?? []))} ms`,
      );
    };
    await take(`${options.posts}, ${options.held} held`);
    await fillDeep(many, groups, options.deep);
    await take(`and ${options.deep} due posts of one account in front`);
    await fillWaiting(many, groups);
    await take(`and ${options.waiting} accounts that wait on unknown outcomes`);
    return reportOf(options, stages);
  } finally {
    await few.stop();
    await many.stop();
  }
}

/** Alternates between both databases, so that other load on the machine affects both. */
async function inTurns(
  databases: { few: BenchDatabase; many: BenchDatabase },
  groups: Groups,
  { claims, rounds }: Options,
): Promise<Omit<Stage, 'name'>> {
  const times = { few: noTimes(), many: noTimes() };
  for (let round = 0; round <= rounds; round += 1) {
    for (const database of Object.values(databases)) await fillDue(database, groups, claims * BATCH);
    const few = openDatabase(databases.few.url, createLogger('silent', 'bench'), 1);
    const many = openDatabase(databases.many.url, createLogger('silent', 'bench'), 1);
    for (let turn = 0; turn < claims; turn += 1) {
      // The first round compiles, plans and fills caches.
      await takeOne(few.db, round === 0 ? noTimes() : times.few);
      await takeOne(many.db, round === 0 ? noTimes() : times.many);
    }
    await Promise.all([few.close(), many.close()]);
  }
  return times;
}

function noTimes(): Times {
  return { claim: [], settle: [] };
}

/** Claims a hundred due posts, and settles them. */
async function takeOne(db: Db, times: Times): Promise<void> {
  const started = performance.now();
  const lanes = await claim(db);
  await selectClaimed(db, lanes);
  const claimed = performance.now();
  if (lanes.length !== BATCH) throw new Error(`A claim took ${lanes.length} posts instead of ${BATCH}`);
  await settleAll(db, lanes);
  times.claim.push(claimed - started);
  times.settle.push(performance.now() - claimed);
}

function claim(db: Db): Promise<ClaimedLane[]> {
  return claimLanes(db, { worker: 1, now: systemClock.databaseNow(), misfireMinutes: 60, limit: BATCH });
}

async function settleAll(db: Db, lanes: readonly ClaimedLane[]): Promise<void> {
  await inTransaction(db, async (tx) => {
    const ids = lanes.map(({ accountId }) => accountId);
    await lockLanes(tx, ids);
    const now = systemClock.now();
    const batch = lanes.map((lane) => ({
      ...lane,
      ...{ calledAt: now, outcome: 'posted' as const, tweetId: `17${lane.postId}` },
    }));
    await settle(tx, batch, systemClock.databaseNow());
  });
}

function reportOf(options: Options, stages: readonly Stage[]): Report {
  const row = (name: string, { claim, settle }: Times, times: string) => [
    name,
    rounded(median(claim)),
    rounded(Math.min(...claim)),
    rounded(Math.max(...claim)),
    times,
    rounded(median(settle)),
  ];
  const ratio = ({ few, many }: Stage) => median(many.claim) / median(few.claim);
  return {
    name: 'growth',
    setting: {
      claims: options.claims * options.rounds,
      batch: BATCH,
      accounts: options.accounts,
      shared_buffers: SHARED_BUFFERS,
    },
    columns: ['scheduled', 'ms a claim', 'least', 'most', 'times few', 'ms a settlement'],
    rows: stages.flatMap((stage) => [
      row(`${options.few}`, stage.few, ''),
      row(stage.name, stage.many, `${rounded(ratio(stage))}`),
    ]),
    verdicts: stages.map((stage) => atMost(`times few posts: ${stage.name}`, ratio(stage), LIMIT)),
  };
}
