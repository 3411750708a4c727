import { setTimeout as sleep } from 'node:timers/promises';
import { type BenchDatabase, startDatabase } from '../support/postgres.ts';
import { type ChaosSandbox, type PlayedFault, startSandbox, type Tweet } from '../support/sandbox.ts';
import { startApi } from '../support/server-process.ts';
import { startFleet } from './fleet.ts';
import { lateness, type Orphans, percentile, recoverySeconds } from './measures.ts';
import type { ChaosOptions } from './options.ts';
import { createPeople } from './people.ts';
import { preparePeople, preparePosts } from './prepare.ts';
import { linger, waitForQuiet } from './quiet.ts';
import { seededRandom } from './random.ts';
import { readRecords } from './records.ts';
import { keepTimetable } from './timetable.ts';
import { planTroubles } from './troubles.ts';
import { judge, type Verdict } from './verdict.ts';

const WORKERS = 4;
/** From the start of the workers to the first post. */
const LEAD_MS = 4_000;
const PATIENCE_MS = 10 * 60_000;

export type ChaosResult = {
  posts: number;
  published: number;
  duplicates: number;
  lost: number;
  wrongly_failed: number;
  kills: number;
  recovery_p99_s: number | null;
  lateness_p50_ms: number | null;
  lateness_p99_ms: number | null;
  [more: string]: unknown;
};

/** One run: start everything, break it while posts go out, wait until it is quiet, compare with what X has. */
export async function runChaos(
  options: ChaosOptions,
  tell: (line: string) => void,
): Promise<{ result: ChaosResult; violations: string[] }> {
  const database = await startDatabase();
  const sandbox = await startSandbox();
  try {
    return await inRun(options, tell, database, sandbox);
  } finally {
    await sandbox.stop();
    await database.stop();
  }
}

async function inRun(
  options: ChaosOptions,
  tell: (line: string) => void,
  database: BenchDatabase,
  sandbox: ChaosSandbox,
): Promise<{ result: ChaosResult; violations: string[] }> {
  const began = Date.now();
  const random = seededRandom(options.seed);
  await sandbox.control('POST', '/limits', { postsPer15Min: 100_000 });
  await sandbox.control('POST', '/latency', { ms: 60, timelineLagMs: 1_500 });
  const settings = {
    databaseUrl: database.url,
    sandboxPort: sandbox.port,
    smtpPort: sandbox.smtpPort,
    folder: database.folder,
  };
  const api = await startApi(settings);
  const people = await preparePeople(database, sandbox, random, options);
  const start = Date.now() + LEAD_MS;
  const posts = await preparePosts(database, people, random, options, start);
  const orphans: Promise<Orphans>[] = [];
  // What depends on timing draws from its own generator, so that the plan is the same for the same seed.
  const fleet = startFleet(WORKERS, settings, seededRandom(options.seed + 1), (kill) => {
    orphans.push(orphansOf(database, kill));
  });
  const acts = createPeople(api.url, seededRandom(options.seed + 2));
  const outages: { from: number; to: number }[] = [];
  const plan = planTroubles({
    options,
    random,
    start,
    database,
    sandbox,
    fleet,
    api: acts,
    people,
    posts,
    outages,
  });
  tell(`${options.posts} posts over ${options.accounts} accounts; ${plan.length} troubles to come`);
  await keepTimetable(plan);
  await sleep(Math.max(0, start + options.minutes * 60_000 - Date.now()));
  fleet.linger();
  await linger(database, sandbox, () => fleet.missed().length, options.minutes);
  await sandbox.control('DELETE', '/faults');
  fleet.disarm();
  tell(`the troubles are over, ${fleet.kills.length} kills; waiting for quiet`);
  const { at, ...unrest } = await waitForQuiet(database, PATIENCE_MS, (now) => tell(JSON.stringify(now)));
  const apiDied = api.died();
  const unclean = await fleet.stop();
  await api.stop();

  const records = await readRecords(database);
  const { tweets } = await sandbox.control<{ tweets: Tweet[] }>('GET', '/tweets');
  const { played } = await sandbox.control<{ played: PlayedFault[] }>('GET', '/faults/played');
  const verdict = judge({
    promised: posts,
    tweets,
    records,
    pauses: acts.pauses,
    played,
    now: at.getTime(),
  });
  if (apiDied) verdict.violations.push('the API ended by itself');
  if (unclean > 0) verdict.violations.push(`${unclean} workers did not stop as asked`);
  const late = lateness(records, tweets, posts, outages);
  const recovery = recoverySeconds(records, await Promise.all(orphans));
  const crashes = fleet.kills.filter((kill) => kill.cause !== 'random').map((kill) => kill.cause);
  const lostAccounts = [...records.accounts.values()].filter((account) => account.needs_reconnect);
  const result: ChaosResult = {
    ...headline(options, verdict, fleet.kills.length),
    recovery_p99_s: percentile(recovery, 0.99),
    lateness_p50_ms: percentile(late.all, 0.5),
    lateness_p99_ms: percentile(late.all, 0.99),
    undisturbed_posts: late.undisturbed.length,
    undisturbed_lateness_p50_ms: percentile(late.undisturbed, 0.5),
    undisturbed_lateness_p99_ms: percentile(late.undisturbed, 0.99),
    contradictions: verdict.contradictions,
    out_of_order: verdict.out_of_order,
    failed: verdict.failed,
    held: verdict.held,
    deleted: verdict.deleted,
    accounts_lost: lostAccounts.length,
    crash_point_kills: crashes.length,
    crash_points_missed: fleet.missed(),
    orphaned_attempts: recovery.length,
    faults: countBy(played.map((fault) => `${fault.endpoint} ${fault.kind}`)),
    api_answers: acts.counts,
    pauses: acts.pauses.length,
    database_restarts: outages.length,
    unrest,
    seed: options.seed,
    seconds: Math.round((Date.now() - began) / 1000),
  };
  return { result, violations: verdict.violations };
}

function headline(options: ChaosOptions, verdict: Verdict, kills: number) {
  const { published, duplicates, lost, wrongly_failed } = verdict;
  return { posts: options.posts, published, duplicates, lost, wrongly_failed, kills };
}

async function orphansOf(database: BenchDatabase, kill: { pid: number; at: number }): Promise<Orphans> {
  const rows = await database.rows<{ id: number }>(
    'select id from post_attempts where settled_at is null and worker_id like $1',
    [`${kill.pid}-%`],
  );
  return { killedAt: kill.at, attemptIds: rows.map((row) => row.id) };
}

function countBy(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of [...names].sort()) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
