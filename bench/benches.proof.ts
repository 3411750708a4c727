import { expect, test } from 'vitest';
import { burst } from './burst/burst.bench.ts';
import { listsOfStaff } from './console/console.bench.ts';
import { growth } from './growth/growth.bench.ts';
import { publishing } from './publishing/publishing.bench.ts';
import { reads } from './reads/reads.bench.ts';
import { start } from './start/start.bench.ts';
import { streams } from './streams/streams.bench.ts';
import type { Report } from './support/report.ts';
import { screens } from './web/screens.ts';
import { web } from './web/web.bench.ts';
import { readCorpus } from './words/corpus.ts';
import { lookUp } from './words/look-up.ts';
import { words } from './words/words.bench.ts';

/*
 * Small runs: they prove that each measurement works and counts right. None asserts a speed. Each run throws unless
 * every post went out exactly once.
 */
const quietly = () => undefined;

test('the raw limit, the engine and pg-boss each do every post once', async () => {
  const report = await publishing(['--posts', '300', '--accounts', '150', '--rounds', '1'], quietly);
  expect(report.rows.map(([name]) => name)).toEqual(['raw SKIP LOCKED', 'drumbeat', 'pg-boss']);
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

test('every event reaches its stream', async () => {
  const sizes = ['--streams', '50', '--events', '50', '--seconds', '1', '--settle', '50'];
  const report = await streams(sizes, quietly);
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

test('a look-up finds every post with a word replaced, and no post like a new text', async () => {
  const report = await lookUp(['--posts', '500', '--look-ups', '5'], quietly);
  expect(report.rows.map(([what, , , found]) => [what, found])).toEqual([
    ['reworded posts', 100],
    ['new texts', 0],
  ]);
});

test('npm start is timed on an empty folder and on its data, and its memory is read', async () => {
  const report = await start(['--rounds', '1', '--idle', '1'], quietly);
  expect(report.rows).toHaveLength(2);
  const [, memory] = report.verdicts;
  expect(memory).toMatchObject({ what: 'MiB held when idle' });
  expect(memory?.value).toBeGreaterThan(20);
  for (const [, whole, server] of report.rows) expect(whole).toBeGreaterThan(Number(server));
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

/** What a part of `words` has measured. */
function measured(report: Report, what: string): number {
  const row = report.rows.find((each) => each[1] === what);
  if (!row) throw new Error(`Nothing was measured as '${what}'`);
  return Number(row[3]);
}

test('what people write is judged, half of it held out, and of that half no post is printed', async () => {
  const told: string[] = [];
  const report = await words(['humans', '--authors', '6'], (text) => told.push(text));
  expect(measured(report, 'held-out authors: posts')).toBe(180);
  const faults = report.rows.filter(([, what]) => /^held-out authors: refused as/.test(String(what)));
  const refused = faults.reduce((sum, row) => sum + Number(row[3]), 0);
  expect(measured(report, 'held-out authors: % refused')).toBeCloseTo((100 * refused) / 180, 1);
  expect(told.length).toBeGreaterThan(2);
  const heldOut = readCorpus().filter(({ isHeldOut }) => isHeldOut);
  for (const { posts } of heldOut) for (const post of posts) expect(told.join('\n')).not.toContain(post);
});

test('drafts of good and bad writers are judged, and checked again when they pass', async () => {
  const told: string[] = [];
  const sizes = ['--drafts', '230', '--writers', '^(good|sloppy)'];
  const report = await words(['writers', ...sizes], (text) => told.push(text));
  const refused = (writer: string) => measured(report, `${writer}: % refused by itself`);
  expect(refused('sloppy')).toBeGreaterThan(90);
  expect(refused('good')).toBeLessThan(10);
  expect(refused('sloppy and sloppy-held')).toBeCloseTo((refused('sloppy') + refused('sloppy-held')) / 2, 1);
  expect(told.filter((text) => text.startsWith('sloppy-held, '))).toEqual([]);
  const faults = report.verdicts.filter(({ what }) => /good: passed (over|with a link)/.test(what));
  expect(faults.map(({ value }) => value)).toEqual([0, 0]);
});

test('posts are attributed, and judged twice alike', async () => {
  const report = await words(['attribution', 'speed', '--authors', '4', '--judged', '500'], quietly);
  expect(measured(report, 'English authors')).toBe(4);
  expect(measured(report, '% of single posts attributed to their author')).toBeGreaterThan(60);
  expect(measured(report, 'drafts')).toBe(500);
  expect(measured(report, 'batches judged differently by the second run')).toBe(0);
});

test('an unknown part is refused in words', async () => {
  await expect(words(['people'], quietly)).rejects.toThrow(
    "There is no part 'people'. Parts: humans, writers,",
  );
});
