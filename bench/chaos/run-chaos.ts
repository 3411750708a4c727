import { setTimeout as sleep } from 'node:timers/promises';
import { type BenchDatabase, startDatabase } from '../support/postgres.ts';
import {
  type ChaosSandbox,
  type PlayedFault,
  type SeenCreate,
  startSandbox,
  type Tweet,
} from '../support/sandbox.ts';
import { type Api, startApi } from '../support/server-process.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import { type Fleet, startFleet } from './fleet.ts';
import { describeLag, lagsOf, lateness, recoverySeconds } from './measures.ts';
import { type ChaosOptions, isSmall } from './options.ts';
import { createPeople, type People } from './people.ts';
import { perform, type Scene } from './perform.ts';
import { planRun } from './plan.ts';
import { type Plan, WORKERS } from './plan-types.ts';
import { preparePeople, preparePosts } from './prepare.ts';
import { seededRandom } from './random.ts';
import {
  isQuiet,
  ledgerFaults,
  openWorkOf,
  readProgress,
  readRecords,
  readUnrest,
  restlessLanes,
  waitForQuiet,
} from './records.ts';
import { type ChaosResult, resultOf, slowestMissed } from './result.ts';
import { stageScenes } from './staging.ts';
import type { Promised } from './truth.ts';
import { judge } from './verdict.ts';

type Appointment = { at: number; act: () => Promise<unknown> };

/** Time from the start of the workers to the first post. */
const LEAD_MS = 4_000;

const PATIENCE_MS = 10 * 60_000;

const SMALL_PATIENCE_MS = 4 * 60_000;

/** How long to keep arranging scenes and waiting for armed faults after the last trouble. */
const LINGER_MS = 120_000;

const PROGRESS_MS = 10_000;

type Run = {
  options: ChaosOptions;
  plan: Plan;
  start: number;
  tell: (line: string) => void;
  database: BenchDatabase;
  sandbox: ChaosSandbox;
  api: Api;
  fleet: Fleet;
  people: People;
  posts: ReadonlyMap<number, Promised>;
  outages: { from: number; to: number }[];
};

/** One run: starts everything, breaks it while posts are published, waits for quiet, compares with X. */
export async function runChaos(
  options: ChaosOptions,
  tell: (line: string) => void,
): Promise<{ result: ChaosResult; violations: string[] }> {
  const database = await startDatabase();
  const sandbox = await startSandbox();
  const port = Number(new URL(database.url).port);
  const proxies = await Promise.all(Array.from({ length: WORKERS }, () => startTcpProxy(port)));
  try {
    return await inRun(options, tell, { database, sandbox, proxies });
  } finally {
    await Promise.all(proxies.map((proxy) => proxy.close()));
    await sandbox.stop();
    await database.stop();
  }
}

type Ground = { database: BenchDatabase; sandbox: ChaosSandbox; proxies: TcpProxy[] };

async function inRun(
  options: ChaosOptions,
  tell: (line: string) => void,
  { database, sandbox, proxies }: Ground,
): Promise<{ result: ChaosResult; violations: string[] }> {
  const began = Date.now();
  const plan = planRun(options);
  await sandbox.control('POST', '/limits', { postsPer15Min: 100_000 });
  await sandbox.control('POST', '/rules', { duplicates: false });
  await sandbox.control('POST', '/latency', { ms: 60, timelineLagMs: 3_000 });
  const settings = {
    databaseUrl: database.url,
    sandboxPort: sandbox.port,
    smtpPort: sandbox.smtpPort,
    folder: database.folder,
  };
  const api = await startApi(settings);
  const persons = await preparePeople(database, sandbox, plan.accounts);
  const start = Date.now() + LEAD_MS;
  const posts = await preparePosts(database, persons, plan, start);
  // Timing-dependent choices use a separate generator, so that the plan is the same for the same seed.
  const random = seededRandom(options.seed + 1);
  const people = createPeople(api.url, seededRandom(options.seed + 2));
  const fleet = startFleet({
    settings,
    proxies,
    random,
    isSmall: isSmall(options),
    openWorkOf: (pid) => openWorkOf(database, pid),
  });
  const outages: Run['outages'] = [];
  const run = { options, plan, start, tell, database, sandbox, api, fleet, people, posts, outages };
  tell(`${options.posts} posts over ${options.accounts} accounts; ${plan.troubles.length} troubles to come`);
  const progress = setInterval(() => void tellProgress(run), PROGRESS_MS);
  await breakThings(run, { database, sandbox, fleet, api: people, people: persons, posts, outages }).finally(
    () => clearInterval(progress),
  );
  return compare(run, began);
}

/** Reports the progress of the run; skipped while the database is down. */
async function tellProgress({ database, fleet, start, tell }: Run): Promise<void> {
  const seconds = Math.round((Date.now() - start) / 1000);
  const now = await readProgress(database).catch(() => undefined);
  if (now) tell(`${seconds} s: ${now.posted} posted, ${now.open} in hand, ${fleet.kills.length} kills`);
}

/** Performs everything in the plan, plus scenes for crash points that it does not reach. */
async function breakThings(run: Run, scene: Scene): Promise<void> {
  const { plan, start, options, sandbox, fleet, people, posts } = run;
  const end = start + options.minutes * 60_000;
  const reserve = plan.reserve.map((number) => posts.get(number)).filter((post) => post !== undefined);
  const staging = sleep(Math.max(0, start - Date.now())).then(() =>
    stageScenes({ sandbox, fleet, people, reserve }, end + LINGER_MS),
  );
  await keepTimetable(
    plan.troubles.map((trouble) => ({ at: start + trouble.atMs, act: () => perform(scene, trouble) })),
  );
  await staging;
  run.tell('every scene that is needed was arranged');
  await sleep(Math.max(0, end - Date.now()));
  await meetFaults(run, end + LINGER_MS);
  await sandbox.control('DELETE', '/faults');
  fleet.disarm();
}

/** Waits until all armed faults were met, or nothing moves any more. */
async function meetFaults({ database, sandbox }: Run, until: number): Promise<void> {
  for (; Date.now() < until; await sleep(500)) {
    const { faults } = await sandbox.control<{ faults: unknown[] }>('GET', '/faults');
    if (faults.length === 0 || isQuiet(await readUnrest(database))) return;
  }
}

async function compare(run: Run, began: number): Promise<{ result: ChaosResult; violations: string[] }> {
  const { options, tell, database, sandbox, api, fleet, people, posts, outages, start } = run;
  tell(`the troubles are over, ${fleet.kills.length} kills; waiting for quiet`);
  const patienceMs = isSmall(options) ? SMALL_PATIENCE_MS : PATIENCE_MS;
  const { at, ...unrest } = await waitForQuiet(database, patienceMs, (now) => tell(JSON.stringify(now)));
  const restless = isQuiet({ at, ...unrest }) ? [] : await restlessLanes(database);
  const apiDied = api.died();
  const unclean = await fleet.stop();
  await api.stop();

  const records = await readRecords(database);
  const { tweets } = await sandbox.control<{ tweets: Tweet[] }>('GET', '/tweets');
  const { played } = await sandbox.control<{ played: PlayedFault[] }>('GET', '/faults/played');
  const { creates } = await sandbox.control<{ creates: SeenCreate[] }>('GET', '/creates');
  const verdict = judge({
    promised: posts,
    tweets,
    records,
    pauses: people.pauses,
    played,
    creates,
    ledgerFaults: await ledgerFaults(database),
    now: at.getTime(),
  });
  for (const lane of restless) verdict.violations.push(`it did not come to rest: ${lane}`);
  if (apiDied) verdict.violations.push('the API ended by itself');
  if (unclean > 0) verdict.violations.push(`${unclean} workers did not stop as asked`);
  const losses = await fleet.losses();
  const lags = lagsOf(records, losses);
  for (const lag of slowestMissed(lags)) tell(describeLag(lag, losses));
  const result = resultOf({
    options,
    verdict,
    fleet,
    recovery: recoverySeconds(lags),
    late: lateness({ records, tweets, promised: posts, outages, start }),
    records,
    played,
    people,
    restarts: outages.length,
    unrest,
    seconds: Math.round((Date.now() - began) / 1000),
  });
  return { result, violations: verdict.violations };
}

/** Runs each act at its time, independently of the others. Resolves when all end; rejects if one fails. */
async function keepTimetable(appointments: readonly Appointment[]): Promise<void> {
  const acts: Promise<unknown>[] = [];
  for (const { at, act } of [...appointments].sort((a, b) => a.at - b.at)) {
    const wait = at - Date.now();
    if (wait > 0) await sleep(wait);
    acts.push(act());
  }
  await Promise.all(acts);
}
