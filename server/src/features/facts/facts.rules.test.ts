import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FeedEntry } from '../../providers/news/news.ts';
import { keptEntries, linksOf, sourcesOf } from './facts.rules.ts';
import type { FactRecord, FeedWithEntries, Source } from './facts.types.ts';

const source = (id: string, text: string): Source => ({ id, kind: 'fact', label: text, text, url: null });
const supported = (text: string, ...texts: string[]) =>
  linksOf(
    text,
    texts.map((each, index) => source(`fact:${index}`, each)),
  ).map(({ claim, sourceId }) => [claim, sourceId]);

test('FACT-13 a figure is supported by the source that has it, however it is written', () => {
  expect(supported('Pro is $19 a month.', 'Free costs $0', 'Pro costs $19.00 a month')).toEqual([
    ['$19', 'fact:1'],
  ]);
  expect(supported('We asked 1,240 people.', 'A survey of 1240 members')).toEqual([['1,240', 'fact:0']]);
  expect(supported('62 percent plan ahead', '62% of them plan ahead')).toEqual([['62 percent', 'fact:0']]);
  expect(supported('We hold 120 seats', 'It holds 120 posts')).toEqual([['120', 'fact:0']]);
  expect(supported('USD 9 or GBP 7', 'It costs £7', 'It costs $ 9')).toEqual([
    ['USD 9', 'fact:1'],
    ['GBP 7', 'fact:0'],
  ]);
});

test('FACT-13 a figure of another unit, value or thing supports nothing', () => {
  expect(supported('15% off', 'It costs $15')).toEqual([]);
  expect(supported('$15 a month', 'It costs €15')).toEqual([]);
  expect(supported('It costs $150', 'It costs $15')).toEqual([]);
  expect(supported('Our 3 tips', 'We have 3 shops')).toEqual([]);
  expect(supported('Our 12 tips', 'We have 12 shops')).toEqual([]);
  expect(supported('Visit our 3 shops', 'One shop of 3: 3 shops in all')).toEqual([['3 shops', 'fact:0']]);
  expect(supported('No figures here', 'It costs $15')).toEqual([]);
});

test('FACT-13 each figure is linked once, to the first source that has it', () => {
  expect(supported('$15, yes, $15', 'It costs $15', 'Still $15')).toEqual([['$15', 'fact:0']]);
});

test('whatever a text says, its links quote it and lead to sources that have their figure', () => {
  const words = fc.array(fc.constantFrom('$15', '15%', '3', 'shops', '1,240', '2026', 'Sunday', '€9', '.'), {
    maxLength: 25,
  });
  fc.assert(
    fc.property(words, fc.array(words, { maxLength: 6 }), (text, facts) => {
      const post = text.join(' ');
      const sources = facts.map((fact, index) => source(`fact:${index}`, fact.join(' ')));
      const links = linksOf(post, sources);
      expect(links.length).toBeLessThanOrEqual(20);
      for (const { claim, sourceId } of links) {
        expect(post).toContain(claim);
        const [figure = ''] = claim.split(' ');
        expect(sources.find(({ id }) => id === sourceId)?.text).toContain(figure);
      }
      expect(linksOf(post, [])).toEqual([]);
    }),
  );
});

test('FACT-11 the newest 20 entries of a feed are kept, each once, with texts within bounds', () => {
  const entry = (mark: string): FeedEntry => ({
    mark,
    title: mark,
    text: 'word '.repeat(200),
    url: null,
    publishedAt: null,
  });
  const kept = keptEntries([entry('a'), entry('a'), ...Array.from({ length: 30 }, (_, n) => entry(`n${n}`))]);
  expect(kept).toHaveLength(20);
  expect(kept.slice(0, 2).map(({ mark }) => mark)).toEqual(['a', 'n0']);
  expect(kept.every(({ text }) => text.length <= 500)).toBe(true);
});

test('FACT-12 the sources of an account are its facts, then what its feeds say', () => {
  const fact = { id: 12, text: 'Pro costs $19' } as FactRecord;
  const entries = [
    { id: 34, title: 'A survey', text: '62% plan ahead', url: 'https://feeds.example/1' },
    { id: 35, title: 'No text', text: '', url: null },
  ];
  expect(sourcesOf([fact], [{ entries } as unknown as FeedWithEntries])).toEqual([
    { id: 'fact:12', kind: 'fact', label: 'Pro costs $19', text: 'Pro costs $19', url: null },
    {
      id: 'feed:34',
      kind: 'feed',
      label: 'A survey',
      text: 'A survey. 62% plan ahead',
      url: 'https://feeds.example/1',
    },
    { id: 'feed:35', kind: 'feed', label: 'No text', text: 'No text', url: null },
  ]);
});
