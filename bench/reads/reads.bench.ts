import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startFilled } from '../console/fill.ts';
import { readNumbers, takeTexts } from '../support/options.ts';
import type { BenchDatabase } from '../support/postgres.ts';
import { atLeast, median, type Report, rounded } from '../support/report.ts';
import { SOURCES, startApi } from '../support/server-process.ts';
import { usedBy } from '../support/usage.ts';
import type { BareSettings } from './bare.ts';
import { type ReadCall, readCalls } from './calls.ts';
import { askFor, headersOf, type Load, WHO } from './load.ts';
import type { Statement } from './record-statements.ts';

const AIM = 0.8;
/** The same as in `startApi`. */
const POOL_SIZE = 10;
/** The statement that every call with a session makes. The bare server runs it only for calls below WHO. */
const AUTHENTICATION = 'authenticate';

type Server = { url: string; pid: number };
/** One round of a server: answers per second, and CPU milliseconds per answer. */
type Round = { rate: number; cpuMs: number };
type Found = {
  call: ReadCall;
  who: Statement;
  statements: Statement[];
  bare: Round[];
  /** The bare server, but with authentication. */
  asking: Round[];
  ours: Round[];
};

/**
 * Compares our calls with bare Fastify that runs the statements of our handlers: two processes, one database,
 * the same connections, measured alternately. The bare server has no sessions, checks or log; ours does all
 * its work. `--only` is a pattern that selects calls.
 */
export async function reads(args: string[], tell: (line: string) => void): Promise<Report> {
  const { texts, rest } = takeTexts(args, ['only']);
  const only = new RegExp(texts.only ?? '');
  const options = readNumbers(rest, {
    posts: 100,
    users: 2_000,
    audit: 5_000,
    connections: 50,
    seconds: 2,
    rounds: 5,
  });
  const { users, audit } = options;
  const { database } = await startFilled({ users, audit, posts: 10 * users }, undefined, tell);
  const settings = { databaseUrl: database.url, sandboxPort: 1, smtpPort: 2, folder: database.folder };
  try {
    const file = join(database.folder, 'statements.jsonl');
    // Recording hooks into the driver from outside, which the built server does not allow; its statements are
    // the same.
    const recording = await startApi(settings, recordTo(file), SOURCES);
    const calls = await readCalls(recording.url, database, options.posts);
    const found: Found[] = [];
    for (const call of calls.filter(({ name }) => only.test(name)))
      found.push({
        call,
        ...(await statementsOf(recording.url, call, file)),
        bare: [],
        asking: [],
        ours: [],
      });
    await recording.stop();

    const api = await startApi(settings, { LOG_LEVEL: 'info' });
    const bare = await startBare(database, found);
    try {
      await measure({ ours: api, bare }, found, options, tell);
    } finally {
      await bare.stop();
      await api.stop();
    }
    return reportOf(options, found);
  } finally {
    await database.stop();
  }
}

function recordTo(file: string): Record<string, string> {
  const recorder = pathToFileURL(join(import.meta.dirname, 'record-statements.ts')).href;
  return { NODE_OPTIONS: `--import ${recorder}`, RECORD_STATEMENTS: file };
}

/** The statements of one call: for authentication, and for its answer. */
async function statementsOf(
  url: string,
  call: ReadCall,
  file: string,
): Promise<Pick<Found, 'who' | 'statements'>> {
  // The first call also reads what a process caches for some seconds.
  await ask(url, call);
  await writeFile(file, '');
  await ask(url, call);
  const lines = (await readFile(file, 'utf8')).split('\n').filter(Boolean);
  const all = lines.map((line) => JSON.parse(line) as Statement);
  const who = all.find(({ name }) => name === AUTHENTICATION);
  if (!who) throw new Error(`${call.name} did not ask who makes it.`);
  return { who, statements: all.filter(({ name }) => name !== AUTHENTICATION) };
}

async function ask(url: string, call: ReadCall): Promise<void> {
  const { method, path, tokens, body = null, name } = call;
  const headers = headersOf(call, tokens[0] ?? '');
  const answer = await fetch(`${url}${path}`, { method, headers, body });
  if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`);
  await answer.arrayBuffer();
}

/** Starts the bare server with the statements of every call. */
async function startBare(database: BenchDatabase, found: readonly Found[]) {
  const settings: BareSettings = {
    databaseUrl: database.url,
    poolSize: POOL_SIZE,
    calls: found.map(({ call: { method, path }, who, statements }) => ({ method, path, who, statements })),
  };
  const file = join(database.folder, 'bare.json');
  await writeFile(file, JSON.stringify(settings));
  const child = fork(join(import.meta.dirname, 'bare.ts'), [file], { execArgv: ['--max-semi-space-size=4'] });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    async stop() {
      const exited = once(child, 'exit');
      child.kill();
      await exited;
    },
  };
}

async function measure(
  servers: { ours: Server; bare: Server },
  found: readonly Found[],
  { rounds, ...load }: Load & { rounds: number },
  tell: (line: string) => void,
): Promise<void> {
  for (const each of found) {
    const { call, bare, asking, ours, statements } = each;
    const whoFirst = { ...call, path: WHO + call.path };
    // First a warm-up of both; then alternately, so that other load on the machine affects both.
    const warmUp = { ...load, seconds: Math.min(1, load.seconds) };
    await roundOf(servers.bare, call, warmUp);
    await roundOf(servers.bare, whoFirst, warmUp);
    await roundOf(servers.ours, call, warmUp);
    for (let round = 0; round < rounds; round += 1) {
      bare.push(await roundOf(servers.bare, call, load));
      asking.push(await roundOf(servers.bare, whoFirst, load));
      ours.push(await roundOf(servers.ours, call, load));
    }
    tell(`${call.name}: ${rounded(ratioOf(ours, bare))} of bare, ${statements.length} statements`);
  }
}

async function roundOf({ url, pid }: Server, call: ReadCall, load: Load): Promise<Round> {
  const before = usedBy(pid);
  const { calls, seconds } = await askFor(url, call, load);
  return { rate: calls / seconds, cpuMs: ((usedBy(pid) - before) * 1000) / calls };
}

/** The median of the rounds' ratios, each of which compares two consecutive measurements. */
function ratioOf(ours: readonly Round[], peer: readonly Round[]): number {
  return median(ours.map(({ rate }, at) => rate / (peer[at]?.rate ?? Number.NaN)));
}

function reportOf(setting: Record<string, number>, found: readonly Found[]): Report {
  return {
    name: 'reads',
    setting,
    columns: [
      'call',
      'statements',
      'bare a second',
      'ours a second',
      'bare CPU ms',
      'our CPU ms',
      'of bare',
      'of bare that asks who',
    ],
    rows: found.map(({ call, statements, bare, asking, ours }) => [
      call.name,
      statements.length,
      rounded(median(bare.map(({ rate }) => rate))),
      rounded(median(ours.map(({ rate }) => rate))),
      rounded(median(bare.map(({ cpuMs }) => cpuMs))),
      rounded(median(ours.map(({ cpuMs }) => cpuMs))),
      rounded(ratioOf(ours, bare)),
      rounded(ratioOf(ours, asking)),
    ]),
    verdicts: found.map((each) => atLeast(`${each.call.name} of bare`, ratioOf(each.ours, each.bare), AIM)),
  };
}
