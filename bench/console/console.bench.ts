import { readNumbers, takeTexts } from '../support/options.ts';
import type { BenchDatabase } from '../support/postgres.ts';
import { atMost, percentile, type Report, rounded } from '../support/report.ts';
import { startSandbox } from '../support/sandbox.ts';
import { startApi } from '../support/server-process.ts';
import { addStaff, type Sizes, startFilled } from './fill.ts';
import { type Look, looksAt } from './looks.ts';
import { olderVersions } from './rows.ts';

const NEAR_MS = 50;
const DEEP_MS = 500;
/** Uncounted warm-up calls; fewer if few calls are measured. */
const WARM_UP = 10;

/**
 * How long staff wait for each list and for the search with a million people, ten million posts and five
 * million audit entries, one call at a time, each with different words and another page. `--data` keeps or
 * reuses the filled database in a folder; `--only` is a pattern that selects measurements.
 */
export async function listsOfStaff(args: string[], tell: (line: string) => void): Promise<Report> {
  const { texts, rest } = takeTexts(args, ['data', 'only']);
  const { calls, ...asked } = readNumbers(rest, {
    users: 1_000_000,
    posts: 10_000_000,
    audit: 5_000_000,
    calls: 200,
  });
  const { database, sizes } = await startFilled(asked, texts.data, tell);
  try {
    const only = new RegExp(texts.only ?? '');
    const looks = looksAt(sizes).filter(({ name }) => only.test(name));
    return reportOf({ ...sizes, calls }, await measure(database, looks, calls, tell));
  } finally {
    await database.stop();
  }
}

type Measured = { look: Look; times: number[] };

async function measure(
  database: BenchDatabase,
  looks: readonly Look[],
  calls: number,
  tell: (line: string) => void,
): Promise<Measured[]> {
  const token = await addStaff(database);
  // Billing reads invoices from the payment provider: a sandbox without customers answers at once.
  const { port, smtpPort, ...sandbox } = await startSandbox();
  const settings = { databaseUrl: database.url, sandboxPort: port, smtpPort, folder: database.folder };
  const api = await startApi(settings);
  try {
    await database.rows(olderVersions);
    const measured: Measured[] = [];
    for (const look of looks) {
      // The first calls plan statements and fill caches.
      await time(api.url, token, look, Math.min(WARM_UP, calls));
      const times = await time(api.url, token, look, calls);
      measured.push({ look, times });
      tell(`${look.name}: p50 ${rounded(percentile(times, 50))}, p99 ${rounded(percentile(times, 99))}`);
    }
    return measured;
  } finally {
    await api.stop();
    await sandbox.stop();
  }
}

/** Milliseconds of `count` calls, one after the other. */
async function time(url: string, token: string, { path }: Look, count: number): Promise<number[]> {
  const times: number[] = [];
  let last: unknown;
  for (let at = 0; at < count; at += 1) {
    const asked = path(last);
    const started = performance.now();
    const answer = await fetch(`${url}${asked}`, { headers: { authorization: `Bearer ${token}` } });
    const text = await answer.text();
    times.push(performance.now() - started);
    if (answer.status !== 200) throw new Error(`${asked} answered ${answer.status}: ${text.slice(0, 300)}`);
    last = answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : undefined;
  }
  return times;
}

function reportOf(setting: Sizes & { calls: number }, measured: readonly Measured[]): Report {
  return {
    name: 'console',
    setting,
    columns: ['what staff look at', 'p50 ms', 'p99 ms', 'most ms'],
    rows: measured.map(({ look, times }) => [
      look.name,
      rounded(percentile(times, 50)),
      rounded(percentile(times, 99)),
      rounded(Math.max(...times)),
    ]),
    verdicts: measured.map(({ look, times }) =>
      atMost(`p99 ms of ${look.name}`, percentile(times, 99), look.isDeep ? DEEP_MS : NEAR_MS),
    ),
  };
}
