import { describe, expect, test } from 'vitest';
import { fact } from '../gate.fixture.ts';
import { claimsOf } from './claims.rules.ts';
import { checkClaims, linksFor } from './sources.rules.ts';

test.each([
  ['“Beans want the sun”, said Vita', ['quotation: Beans want the sun']],
  ['"Beans want the sun" — Vita', ['quotation: Beans want the sun']],
  ['"Beans want sun", said Vita', []],
  ['The so-called "beans want the sun" rule', []],
  ['Margaret Holloway prunes', ['name: Margaret Holloway']],
  ['Green Holloway prunes', []],
  ['According to Forbes beans are up', ['study: According to Forbes']],
  ['I sold the old van', ['deed: i sold the old van']],
  ['My sister never watered the tomatoes', ['deed: my sister never watered the tomatoes']],
  ['I sold the old van?', []],
  ['I need the big old van', []],
  ['My shed watered the big old van', []],
])('the claims of %j', (text, expected) => {
  expect(claimsOf(text, 'en').map(({ kind, quote }) => `${kind}: ${quote}`)).toEqual(expected);
});

/** Which source supports each claim of a text, and the first claim without one. */
function check(text: string, ...sources: string[]) {
  const { links, unsupported } = checkClaims(
    text,
    'en',
    sources.map((source, index) => fact(source, `fact-${index}`)),
  );
  return [...links.map(({ claim, sourceId }) => `${claim.quote}: ${sourceId}`), unsupported?.quote];
}

describe('a claim is supported', () => {
  test.each([
    ['a figure by its value', 'Beans cost $3', 'Three beds', ['3: fact-0', undefined]],
    ['a percentage only by a percentage', 'It takes 40% less', '40 beds', ['40%']],
    ['a name only by all of it', 'Margaret Holloway prunes', 'Margaret Plum', ['Margaret Holloway']],
    [
      'a quotation by four of its five words',
      'Vita said "Beans peas roses slugs ferns"',
      'beans peas roses slugs',
      ['Beans peas roses slugs ferns: fact-0', undefined],
    ],
    ['no deed by an unrelated fact', 'I sold the old van', 'Mulch helps', ['i sold the old van']],
    [
      'a deed by two words of three',
      'I sold the old van',
      'The old vans',
      ['i sold the old van: fact-0', undefined],
    ],
    [
      'a deed by a fact about the text around it',
      'I sold the old van. Rust ate its floor',
      'A van with rust',
      ['i sold the old van: fact-0', undefined],
    ],
    [
      'words without their endings',
      'I watered ferns daily',
      'watering fern',
      ['i watered ferns daily: fact-0', undefined],
    ],
  ])('%s', (_, text, source, expected) => {
    expect(check(text, source)).toEqual(expected);
  });

  test('or is the first one without a source; a label is part of its source', () => {
    expect(check('Beans cost $3, peas $4 and leeks $5', 'Peas: $4')).toEqual(['4: fact-0', '3']);
    const label = { id: 'feed-1', label: 'Margaret Holloway', text: 'Prunes in a raincoat', url: null };
    expect(checkClaims('Margaret Holloway prunes', 'en', [label]).unsupported).toBeUndefined();
  });
});

test('figures, names and deeds are each linked to their source once, at most twenty in all', () => {
  const sources = [
    fact('Pro costs $19 a month', 'price'),
    { ...fact('Margaret Holloway', 'name'), label: 'Staff', url: 'https://shed.example/staff' },
    fact('In April I buried scraps under the roses; foxes dug them up', 'story'),
  ];
  const text =
    'Pro costs $19. Margaret Holloway prunes. Margaret Holloway digs. I buried the kitchen scraps under the roses and the foxes came.';
  const links = linksFor(text, sources, 'en');
  expect(links.map(({ claim, sourceId }) => [claim, sourceId])).toEqual([
    ['$19', 'price'],
    ['Margaret Holloway', 'name'],
    ['i buried the kitchen scraps under the roses and the foxes came', 'story'],
  ]);
  expect(links[1]).toMatchObject({ label: 'Staff', url: 'https://shed.example/staff' });
  const prices = Array.from({ length: 21 }, (_, i) => fact(`Pot ${i} costs $${i + 100}`, `price-${i}`));
  expect(linksFor(prices.map((_, i) => `$${i + 100}`).join(' '), prices, 'en')).toHaveLength(20);
});
