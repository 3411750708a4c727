import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { hashToken, randomToken } from '../../server/src/platform/secrets.ts';
import { readNumbers } from '../support/options.ts';
import { fillAccounts } from '../support/people.ts';
import { type BenchDatabase, startDatabase } from '../support/postgres.ts';
import { atMost, percentile, type Report, rounded } from '../support/report.ts';
import { startApi } from '../support/server-process.ts';
import { residentBytes } from '../support/usage.ts';

type Clients = {
  /** Sends events at this rate, each to another stream; returns the milliseconds that each took to arrive. */
  deliver(perSecond: number, seconds: number): Promise<number[]>;
  close(): void;
};

const AT_ONCE = 100;

const LAST_MS = 3_000;

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

/** Opens a stream for each of this many people, with tokens as the API issues them. */
async function openStreams(database: BenchDatabase, url: string, count: number): Promise<Clients> {
  const people = await database.rows<{ id: string }>('select id from users order by id limit $1', [count]);
  const tokens = people.map(({ id }) => ({ userId: Number(id), token: randomToken() }));
  await database.rows(
    `with given as (
       select * from jsonb_to_recordset($1::jsonb) as g(hash text, user_id bigint)
     ), opened as (
       insert into sessions (user_id, token_hash, created_at, expires_at, last_seen_at)
       select user_id, 'session ' || hash, now(), now() + interval '1 day', now() from given returning id, user_id, token_hash
     )
     insert into stream_tokens (token_hash, user_id, session_id, purpose, expires_at)
     select hash, o.user_id, o.id, 'posts_stream', now() + interval '10 minutes' from given join opened o on o.token_hash = 'session ' || hash`,
    [JSON.stringify(tokens.map(({ userId, token }) => ({ hash: hashToken(token), user_id: userId })))],
  );
  const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });
  const open: IncomingMessage[] = [];
  const sentAt = new Map<string, number>();
  const times: number[] = [];

  function onText(text: string): void {
    const now = performance.now();
    for (const [, id = ''] of text.matchAll(/"id":"(\d+)"/g)) {
      const started = sentAt.get(id);
      if (started !== undefined) times.push(now - started);
      sentAt.delete(id);
    }
  }

  async function openOne(token: string): Promise<void> {
    const asked = request(`${url}/api/posts/stream?token=${token}`, { agent });
    asked.end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    if (answer.statusCode !== 200) throw new Error(`A stream was refused with ${answer.statusCode}`);
    answer
      .setEncoding('utf8')
      .on('data', onText)
      .on('error', () => undefined);
    open.push(answer);
  }

  for (let from = 0; from < tokens.length; from += AT_ONCE)
    await Promise.all(tokens.slice(from, from + AT_ONCE).map(({ token }) => openOne(token)));

  return {
    async deliver(perSecond, seconds) {
      const started = performance.now();
      const total = perSecond * seconds;
      for (let number = 0; number < total; number += 1) {
        const wait = started + (number * 1000) / perSecond - performance.now();
        if (wait > 0) await sleep(wait);
        const { userId = 0 } = tokens[(number * 7) % tokens.length] ?? {};
        const event = {
          id: number,
          userId,
          status: 'posted',
          retryCount: 0,
          tweetId: '17',
          errorMessage: null,
          updatedAt: new Date().toISOString(),
        };
        sentAt.set(String(number), performance.now());
        void database.rows(`select pg_notify('post_status', $1)`, [JSON.stringify([event])]);
      }
      const deadline = performance.now() + LAST_MS;
      while (sentAt.size > 0 && performance.now() < deadline) await sleep(20);
      return times;
    },
    close() {
      for (const answer of open) answer.destroy();
      agent.destroy();
    },
  };
}
