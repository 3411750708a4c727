import { staffAccess } from '@drumbeat/contract/staff.ts';
import { expect, test } from 'vitest';
import { burst } from './burst/burst.bench.ts';
import { listsOfStaff } from './console/console.bench.ts';
import { looksAt } from './console/looks.ts';
import { greedy } from './greedy/greedy.bench.ts';
import { growth } from './growth/growth.bench.ts';
import { publishing } from './publishing/publishing.bench.ts';
import { findRedis } from './publishing/redis.ts';
import { reads } from './reads/reads.bench.ts';
import { start } from './start/start.bench.ts';
import { streams } from './streams/streams.bench.ts';
import { readNumbers, takeTexts } from './support/options.ts';
import { median, percentile } from './support/statistics.ts';
import { calendar } from './web/calendar.bench.ts';
import { screens } from './web/screens.ts';
import { web } from './web/web.bench.ts';
import { measureLookUp } from './words/look-up.ts';

/*
 * Small runs: they prove that each measurement works and counts right. No test asserts a speed. Each run
 * throws unless every post went out exactly once.
 */
const quietly = () => undefined;

test('the raw limit, the engine and its peers each do every post once', async () => {
  const report = await publishing(['--posts', '300', '--accounts', '150', '--rounds', '1'], quietly);
  const names = report.rows.map(([name]) => name);
  const peers = ['pg-boss', 'graphile-worker', ...(findRedis() ? ['bullmq'] : [])];
  expect(names).toEqual(['raw SKIP LOCKED', 'raw with a ledger', 'drumbeat', ...peers]);
  for (const [, rate] of report.rows) expect(rate).toBeGreaterThan(0);
});

test('a claim is timed behind few posts and behind many', async () => {
  const sizes = ['--few', '200', '--posts', '2000', '--held', '200', '--accounts', '200', '--deep', '300'];
  const report = await growth([...sizes, '--waiting', '50', '--claims', '2', '--rounds', '1'], quietly);
  expect(report.rows.map(([name]) => name)).toEqual([
    ...['200', '2000, 200 held'],
    ...['200', 'and 300 due posts of one account in front'],
    ...['200', 'and 50 accounts that wait on unknown outcomes'],
  ]);
});

test('real workers send a burst and a stream to X, each post once', async () => {
  const load = ['--posts', '200', '--rate', '50', '--seconds', '1', '--delay', '20'];
  const report = await burst([...load, '--accounts', '200', '--ahead', '500'], quietly);
  expect(report.rows).toHaveLength(3);
  for (const [, , , seconds] of report.rows) expect(seconds).toBeGreaterThan(0);
  const [ahead, expired] = report.rows.map((row) => Number(row[8]) + Number(row[9]));
  // The job renewed every token before; after an outage nine of ten were renewed, one of them never twice.
  expect([ahead, expired]).toEqual([200, 180]);
});

test('greedy clients of every kind are there while others ask', async () => {
  const few = ['--idle', '20', '--slow', '10', '--people', '5', '--bodies', '4', '--seconds', '1'];
  const report = await greedy([...few, '--rate', '20', '--settle', '50'], quietly);
  expect(report.rows.map(([name]) => name)).toEqual([
    'nobody else',
    'idle connections',
    'slow heads',
    'slow bodies',
    'event streams',
    'bodies at the limit',
  ]);
  for (const [, , asked, answered] of report.rows) expect(answered).toBe(asked);
});

test('every event reaches its stream', async () => {
  const report = await streams(
    ['--streams', '50', '--events', '50', '--seconds', '1', '--settle', '50'],
    quietly,
  );
  expect(report.rows[0]?.slice(2, 4)).toEqual([50, 50]);
});

test('every list and search of the console answers', async () => {
  const sizes = ['--users', '300', '--posts', '1000', '--audit', '200'];
  const report = await listsOfStaff([...sizes, '--calls', '2'], quietly);
  expect(report.rows.length).toBeGreaterThan(70);
  for (const [, ms] of report.rows) expect(ms).toBeGreaterThan(0);
});

test('each read is answered by us and by a bare server with the same statements', async () => {
  const sizes = ['--users', '200', '--audit', '200', '--posts', '20', '--only', 'posts, 20|audit'];
  const report = await reads([...sizes, '--connections', '5', '--seconds', '0.1', '--rounds', '1'], quietly);
  expect(report.rows.map(([name, statements]) => [name, statements])).toEqual([
    ['GET /api/posts, 20 posts', 1],
    ['console: audit log', 1],
  ]);
  for (const [, , bare, ours] of report.rows) expect(Math.min(Number(bare), Number(ours))).toBeGreaterThan(0);
});

test('a look-up among posts is timed by our index and by its rivals, and ours finds every post with a word exchanged', async () => {
  const { contenders, insertMs } = await measureLookUp({ posts: 500, lookUps: 5 });
  const names = contenders.map(({ name }) => name.replace(/:.*|,.*/, ''));
  expect(names.slice(0, 3)).toEqual(['ours', 'MinHash', 'rarest pieces (exact)']);
  for (const { alike, unlike, megabytes } of contenders)
    expect(Math.min(alike.p50, unlike.p50, megabytes)).toBeGreaterThan(0);
  const [ours, , exact] = contenders;
  expect([ours?.found, exact?.found, ours?.unlike.near]).toEqual([1, 1, 0]);
  expect(Math.min(insertMs.plain, insertMs.indexed)).toBeGreaterThan(0);
});

test('npm start is timed until it says that it is ready, on an empty folder and again, and its memory is read', async () => {
  const report = await start(['--rounds', '1', '--idle', '1'], quietly);
  expect(report.rows).toHaveLength(2);
  const [, memory] = report.verdicts;
  expect(memory).toMatchObject({ what: 'MiB held when idle' });
  expect(memory?.value).toBeGreaterThan(20);
  for (const [, whole, server] of report.rows) expect(whole).toBeGreaterThan(Number(server));
});

test('the looks of staff are at every call that shows them something, each under its own path', () => {
  const looks = looksAt({ users: 300, posts: 1000, audit: 200 });
  const shows = Object.keys(staffAccess).filter((call) => call.startsWith('GET '));
  expect([...new Set(looks.map(({ call }) => call))].sort()).toEqual(shows.sort());
  for (const { name, call, path } of looks) {
    const [asked = ''] = path(undefined).split('?');
    const pattern = call.replace('GET ', '').replace(/:\w+/g, '[^/]+');
    expect(asked, name).toMatch(new RegExp(`^${pattern}$`));
  }
  expect(new Set(looks.map(({ name }) => name)).size).toBe(looks.length);
});

test('a first visit to each screen fetches no more code than it may, in few files, and nothing on it moves', async () => {
  const report = await web(['--rounds', '1', '--under', 'plain'], quietly);
  expect(report.rows.map(([name]) => name)).toEqual(screens.map(({ name }) => name));
  // How long it takes is for a quiet machine.
  const steady = report.verdicts.filter(({ what }) => !/^(ms|kB) /.test(what));
  expect(steady.length).toBe(5 * screens.length);
  expect(steady.filter(({ holds }) => !holds)).toEqual([]);
  const code = report.columns.indexOf('js kB');
  for (const [at, { name, js, jsMost = js }] of screens.entries())
    expect(report.rows[at]?.[code], name).toBeLessThanOrEqual(jsMost);
});

test("the calendar's code comes only with the calendar, and 500 posts stand in it", async () => {
  const report = await calendar(['--rounds', '1'], quietly);
  const kilobytes = (what: RegExp) => Number(report.rows.find(([name]) => what.test(String(name)))?.[1]);
  const [list, all] = [kilobytes(/as a list/), kilobytes(/with the calendar/)];
  expect(all - list).toBeGreaterThan(40);
  expect(all - list).toBeLessThan(90);
});

test('an option that is no number is refused in words', () => {
  expect(() => readNumbers(['--posts', 'many'], { posts: 1 })).toThrow('--posts must be a number above 0');
  expect(readNumbers(['--posts', '5'], { posts: 1, rounds: 2 })).toEqual({ posts: 5, rounds: 2 });
});

test('options that are texts are taken out of the others', () => {
  expect(takeTexts(['--posts', '5', '--data', 'x'], ['data', 'only'])).toEqual({
    texts: { data: 'x' },
    rest: ['--posts', '5'],
  });
  expect(() => takeTexts(['--data'], ['data'])).toThrow('--data needs a value');
});

test('percentiles are by nearest rank', () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(percentile([10, 20, 30, 40], 50)).toBe(20);
  expect(
    percentile(
      Array.from({ length: 100 }, (_, at) => at + 1),
      99,
    ),
  ).toBe(99);
  expect(percentile([], 50)).toBeNaN();
});
