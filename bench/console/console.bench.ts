import { readNumbers } from '../support/options.ts';
import { startDatabase } from '../support/postgres.ts';
import { atMost, type Report, rounded } from '../support/report.ts';
import { startApi } from '../support/server-process.ts';
import { percentile } from '../support/statistics.ts';
import { addStaff, fillConsole } from './fill.ts';
import { type Look, looksAt } from './looks.ts';

const NEAR_MS = 50;
const DEEP_MS = 500;

/**
 * How long staff wait for each list and for the search with a million people, ten million posts and five million audit
 * entries: one call at a time, as one person looks, each with other words and another page.
 */
export async function listsOfStaff(args: string[], tell: (line: string) => void): Promise<Report> {
  const options = readNumbers(args, {
    users: 1_000_000,
    posts: 10_000_000,
    audit: 5_000_000,
    calls: 200,
  });
  const database = await startDatabase('1GB');
  try {
    await fillConsole(database, options, tell);
    const token = await addStaff(database);
    const settings = { databaseUrl: database.url, sandboxPort: 1, smtpPort: 2, folder: database.folder };
    const api = await startApi(settings);
    try {
      const looks = looksAt(options);
      const measured: { look: Look; times: number[] }[] = [];
      for (const look of looks) {
        // The first calls plan and fill the caches.
        await time(api.url, token, look, 10);
        measured.push({ look, times: await time(api.url, token, look, options.calls) });
        tell(look.name);
      }
      return reportOf(options, measured);
    } finally {
      await api.stop();
    }
  } finally {
    await database.stop();
  }
}

/** Milliseconds of so many calls, one after the other. */
async function time(url: string, token: string, { path }: Look, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const asked = path();
    const started = performance.now();
    const answer = await fetch(`${url}${asked}`, { headers: { authorization: `Bearer ${token}` } });
    const text = await answer.text();
    times.push(performance.now() - started);
    if (answer.status !== 200) throw new Error(`${asked} answered ${answer.status}: ${text.slice(0, 300)}`);
  }
  return times;
}

function reportOf(
  options: Record<'users' | 'posts' | 'audit' | 'calls', number>,
  measured: readonly { look: Look; times: number[] }[],
): Report {
  return {
    name: 'console',
    setting: options,
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
