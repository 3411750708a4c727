import { setTimeout as sleep } from 'node:timers/promises';
import { openStreams } from '../streams/open-streams.ts';
import { readNumbers } from '../support/options.ts';
import { fillAccounts } from '../support/people.ts';
import { type BenchDatabase, startDatabase } from '../support/postgres.ts';
import { atMost, type Report, rounded } from '../support/report.ts';
import { residentBytes } from '../support/resident-bytes.ts';
import { type Api, startApi } from '../support/server-process.ts';
import { percentile } from '../support/statistics.ts';
import { beIdle, type Greed, sendBodies, trickle } from './clients.ts';
import { askEvenly, signIn } from './others.ts';

const DEFAULTS = { idle: 2_000, slow: 800, people: 500, bodies: 20, rate: 20, seconds: 20, settle: 3_000 };
type Options = typeof DEFAULTS;
/** The maximum number of streams per person. */
const STREAMS_OF_EACH = 10;
/** The default body limit of a call. */
const BODY_BYTES = 16 * 1024;
const MEGABYTE = 1024 * 1024;

const HEAD = 'POST /api/auth/signin HTTP/1.1\r\nhost: drumbeat\r\nx-slow: ';
const BODY =
  'POST /api/auth/signin HTTP/1.1\r\nhost: drumbeat\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n{"email":"';

type Kind = {
  name: string;
  begin(api: Api, database: BenchDatabase, options: Options): Promise<Greed> | Greed;
};

const KINDS: readonly Kind[] = [
  { name: 'nobody else', begin: () => ({ close: () => undefined }) },
  { name: 'idle connections', begin: ({ url }, _, { idle }) => beIdle(url, idle) },
  { name: 'slow heads', begin: ({ url }, _, { slow }) => trickle(url, slow, HEAD) },
  { name: 'slow bodies', begin: ({ url }, _, { slow }) => trickle(url, slow, BODY) },
  {
    name: 'event streams',
    begin: ({ url }, database, { people }) => openStreams(database, url, people, STREAMS_OF_EACH),
  },
  { name: 'bodies at the limit', begin: ({ url }, _, { bodies }) => sendBodies(url, bodies, BODY_BYTES) },
];

/**
 * How long an ordinary person waits while clients take more than their share of one API process, one kind at
 * a time: idle connections, heads and bodies that trickle and restart when cut off, ten streams for each of
 * many people, and bodies of the maximum size. Also measures the memory of each.
 */
export async function greedy(args: string[], tell: (line: string) => void): Promise<Report> {
  const options = readNumbers(args, DEFAULTS);
  const database = await startDatabase();
  try {
    await fillAccounts(database, options.people + 1);
    const settings = { databaseUrl: database.url, sandboxPort: 1, smtpPort: 2, folder: database.folder };
    const api = await startApi(settings);
    try {
      return reportOf(options, await measure(api, database, options, tell));
    } finally {
      await api.stop();
    }
  } finally {
    await database.stop();
  }
}

type Found = { name: string; bytes: number; asked: number; times: number[] };

async function measure(
  api: Api,
  database: BenchDatabase,
  options: Options,
  tell: (line: string) => void,
): Promise<Found[]> {
  const token = await signIn(database);
  // The first calls compile and fill caches, so they are not counted.
  await askEvenly(api.url, token, { rate: options.rate, seconds: 1 });
  const found: Found[] = [];
  for (const { name, begin } of KINDS) {
    await sleep(options.settle);
    const greed = await begin(api, database, options);
    const { asked, times } = await askEvenly(api.url, token, options);
    found.push({ name, bytes: await residentBytes(api.pid), asked, times });
    await greed.close();
    tell(`${name}: ${rounded(percentile(times, 99))} ms`);
  }
  return found;
}

function reportOf({ settle: _, ...setting }: Options, found: readonly Found[]): Report {
  const alone = found[0]?.bytes ?? 0;
  return {
    name: 'greedy',
    setting,
    columns: ['beside', 'MB', 'asked', 'answered', 'p50 ms', 'p99 ms', 'most ms'],
    rows: found.map(({ name, bytes, asked, times }) => [
      name,
      rounded(bytes / MEGABYTE),
      asked,
      times.length,
      rounded(percentile(times, 50)),
      rounded(percentile(times, 99)),
      rounded(Math.max(...times)),
    ]),
    verdicts: [
      ...found.map(({ name, times }) => atMost(`p99 ms beside ${name}`, percentile(times, 99), 200)),
      atMost('requests without an answer', sum(found.map(({ asked, times }) => asked - times.length)), 0),
      atMost(
        'MB that greed takes at most',
        (Math.max(...found.map(({ bytes }) => bytes)) - alone) / MEGABYTE,
        200,
      ),
    ],
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all + number, 0);
}
