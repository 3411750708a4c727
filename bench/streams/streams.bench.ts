import { setTimeout as sleep } from 'node:timers/promises';
import { readNumbers } from '../support/options.ts';
import { fillAccounts } from '../support/people.ts';
import { startDatabase } from '../support/postgres.ts';
import { atMost, type Report, rounded } from '../support/report.ts';
import { residentBytes } from '../support/resident-bytes.ts';
import { startApi } from '../support/server-process.ts';
import { percentile } from '../support/statistics.ts';
import { openStreams } from './open-streams.ts';

/**
 * Open event streams on one API process: the memory that each takes, and the time of an event from NOTIFY to
 * the client. Each event goes to one stream; the clients run in this process, so a single clock times both
 * ends.
 */
export async function streams(args: string[], tell: (line: string) => void): Promise<Report> {
  const options = readNumbers(args, { streams: 5_000, events: 200, seconds: 30, settle: 5_000 });
  const database = await startDatabase();
  try {
    await fillAccounts(database, options.streams);
    const settings = { databaseUrl: database.url, sandboxPort: 1, smtpPort: 2, folder: database.folder };
    const api = await startApi(settings);
    try {
      // Memory is read after the server had time to release what starting and opening needed.
      await sleep(options.settle);
      const before = await residentBytes(api.pid);
      const clients = await openStreams(database, api.url, options.streams);
      tell(`${options.streams} streams are open`);
      await sleep(options.settle);
      const after = await residentBytes(api.pid);
      const times = await clients.deliver(options.events, options.seconds);
      tell(`${times.length} events arrived`);
      clients.close();
      return reportOf(options, (after - before) / options.streams, times);
    } finally {
      await api.stop();
    }
  } finally {
    await database.stop();
  }
}

function reportOf(
  options: Record<'streams' | 'events' | 'seconds', number>,
  bytes: number,
  times: readonly number[],
): Report {
  const sent = options.events * options.seconds;
  return {
    name: 'streams',
    setting: { ...options },
    columns: ['streams', 'kB a stream', 'events sent', 'arrived', 'p50 ms', 'p99 ms', 'most ms'],
    rows: [
      [
        options.streams,
        rounded(bytes / 1024),
        sent,
        times.length,
        rounded(percentile(times, 50)),
        rounded(percentile(times, 99)),
        rounded(Math.max(...times)),
      ],
    ],
    verdicts: [
      atMost('p99 ms from NOTIFY to the client', percentile(times, 99), 100),
      atMost('events that did not arrive', sent - times.length, 0),
    ],
  };
}
