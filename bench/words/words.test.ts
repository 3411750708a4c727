import { expect, test } from 'vitest';
import { areAlike, shinglesOf } from '../../server/src/features/alike/similarity.rules.ts';
import { seededRandom } from '../chaos/random.ts';
import type { Report } from '../support/report.ts';
import { alikePairsOf } from './alike-pairs.ts';
import { hasLink, isTooLong, unsupportedFigures, unsupportedShares } from './checks.ts';
import { readCorpus } from './corpus.ts';
import { createWriter, reworded } from './texts.ts';
import { words } from './words.bench.ts';

/* Small runs: they prove that each part measures what it says. No test asserts a speed, nor how good a writer is. */
const quietly = () => undefined;

function measured(report: Report, what: string): number {
  const row = report.rows.find((each) => each[1] === what);
  if (!row) throw new Error(`Nothing was measured as '${what}'`);
  return Number(row[3]);
}

function sumOf(report: Report, pattern: RegExp): number {
  const rows = report.rows.filter(([, what]) => pattern.test(String(what)));
  return rows.reduce((sum, row) => sum + Number(row[3]), 0);
}

test('what people write is judged, half of it held out, and of that half no post is told', async () => {
  const told: string[] = [];
  const report = await words(['humans', '--authors', '6'], (text) => told.push(text));
  expect(measured(report, 'held-out authors: posts')).toBe(180);
  const refused = sumOf(report, /^held-out authors: refused as/);
  expect(measured(report, 'held-out authors: % refused')).toBeCloseTo((100 * refused) / 180, 1);
  expect(told.length).toBeGreaterThan(2);
  const heldOut = readCorpus().filter(({ isHeldOut }) => isHeldOut);
  expect(heldOut.map(({ name }) => name).slice(0, 2)).toEqual(['Gerald Plume', 'Ms. Alvarez, Room 12']);
  for (const { posts } of heldOut) for (const post of posts) expect(told.join('\n')).not.toContain(post);
});

test('drafts of good and bad writers are asked for, judged, and looked at again when they pass', async () => {
  const told: string[] = [];
  const report = await words(['writers', '--drafts', '230', '--writers', '^(good|sloppy)'], (text) =>
    told.push(text),
  );
  for (const writer of ['good', 'sloppy', 'sloppy-held'])
    expect(measured(report, `${writer}: drafts`)).toBe(230);
  const refused = (writer: string) => measured(report, `${writer}: % refused by itself`);
  expect(refused('sloppy')).toBeGreaterThan(90);
  expect(refused('good')).toBeLessThan(10);
  expect(refused('sloppy and sloppy-held')).toBeCloseTo((refused('sloppy') + refused('sloppy-held')) / 2, 1);
  const passed = measured(report, 'good: passed');
  expect(100 - (100 * passed) / 230).toBeCloseTo(
    measured(report, "good: % refused beside the account's others"),
    1,
  );
  expect(told.filter((text) => text.startsWith('sloppy-held, '))).toEqual([]);
  expect(report.verdicts.filter(({ what }) => /good: passed (over|with a link)/.test(what))).toEqual([
    { what: 'writers, good: passed over 280', value: 0, target: '<= 0', holds: true },
    { what: 'writers, good: passed with a link', value: 0, target: '<= 0', holds: true },
  ]);
});

test('calendars of one niche are written through the product, and what they took is counted', async () => {
  const sizes = ['--accounts', '2', '--few', '1', '--writers', '^(good|hostile)$'];
  const report = await words(['installation', ...sizes], quietly);
  const good = (what: string) => measured(report, `good, 2 accounts: ${what}`);
  expect(good('slots')).toBe(60);
  expect(good('% of slots filled')).toBe(100);
  expect(good('drafts asked for per accepted post')).toBeGreaterThanOrEqual(1);
  expect(good('drafts asked for per accepted post')).toBeLessThan(2);
  expect(good('cents per 1,000 accepted posts')).toBeGreaterThan(0);
  expect(good('alike pairs of all posts')).toBe(0);
  const hostile = (what: string) => measured(report, `hostile, 1 accounts: ${what}`);
  expect([hostile('calendars completed'), hostile('% of slots filled')]).toEqual([0, 0]);
  expect(hostile('drafts asked for per accepted post')).toBeGreaterThan(10);
});

test('posts are attributed, judged twice alike, looked up and billed, and each part says whether it reaches its target', async () => {
  const sizes = [
    '--authors',
    '4',
    '--judged',
    '500',
    '--posts',
    '1000',
    '--look-ups',
    '10',
    '--billed',
    '60',
  ];
  const report = await words(['attribution', 'speed', 'look-up', 'bill', ...sizes], quietly);
  expect([...new Set(report.rows.map(([part]) => part))]).toEqual([
    'attribution',
    'speed',
    'look-up',
    'bill',
  ]);
  expect(measured(report, 'English authors')).toBe(4);
  expect(measured(report, '% of single posts attributed to their author')).toBeGreaterThan(60);
  expect(measured(report, 'drafts')).toBe(500);
  expect(measured(report, 'batches judged differently by the second run')).toBe(0);
  expect(measured(report, '% of reworded posts found')).toBe(100);
  expect(measured(report, 'cents on the bill')).toBeGreaterThan(60 * 1.5);
  expect(measured(report, 'cents between them')).toBe(0);
  const withTarget = report.rows.filter(([, , target]) => target !== '');
  expect(report.verdicts.map(({ what }) => what)).toEqual(
    withTarget.map(([part, what]) => `${part}, ${what}`),
  );
  expect(withTarget.map((row) => row[4])).toEqual(report.verdicts.map(({ holds }) => (holds ? 'yes' : 'no')));
});

test('a part that there is not is refused in words', async () => {
  await expect(words(['people'], quietly)).rejects.toThrow(
    "There is no part 'people'. Parts: humans, writers,",
  );
});

test('every alike pair is found that a look at all pairs finds', () => {
  const random = seededRandom(3);
  const write = createWriter(11);
  const texts = Array.from({ length: 150 }, write);
  for (let more = 0; more < 60; more += 1) {
    const text = random.pick(texts);
    texts.push(
      random.chance(0.5) ? reworded(text) : `${text} ${random.pick(texts).slice(0, 10 * random.below(20))}`,
    );
  }
  texts.push('short', 'Short!', 'no');
  const shingles = texts.map(shinglesOf);
  const all = shingles.flatMap((one, at) =>
    shingles.slice(0, at).flatMap((other, place) => (areAlike(one, other) ? [[place, at]] : [])),
  );
  expect(all.length).toBeGreaterThan(40);
  const sorted = (pairs: number[][]) => pairs.map(([a, b]) => `${a} ${b}`).sort();
  expect(sorted(alikePairsOf(texts))).toEqual(sorted(all));
});

test('the second look finds length, links, figures and shares by itself', () => {
  expect([isTooLong('a'.repeat(280)), isTooLong('a'.repeat(281)), isTooLong('あ'.repeat(141))]).toEqual([
    false,
    true,
    true,
  ]);
  expect(['see example.com', 'at www.garden', 'Tea.Then cake', '3.50 each'].map(hasLink)).toEqual([
    true,
    true,
    false,
    false,
  ]);
  const sources = ['A class costs $1,200 and there are twelve of us.'];
  expect(unsupportedFigures('12 of us pay 1200, or twelve hundred', sources)).toEqual([]);
  expect(unsupportedFigures('Two of us: 13, forty-two, 12%, 24/7', sources)).toEqual([
    '13',
    '24',
    '7',
    '%',
    'forty two',
  ]);
  expect(unsupportedFigures('1. Dig\n2. Plant', [])).toEqual([]);
  expect(unsupportedShares('Half of all seeds fail, one in five rots, the dull half of it', [])).toEqual([
    'Half of',
    'one in five',
  ]);
  expect(unsupportedShares('Half of them', ['We lost half of our hives.'])).toEqual([]);
});
